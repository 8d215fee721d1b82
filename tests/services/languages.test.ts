import { describe, expect, it } from 'vitest';
import { profileKey } from '../../services/core/membership.ts';
import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import { chat } from '../../shared/chat/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { system } from '../support/controls.ts';
import { newcomerTo, organization, type Person, stranger, table } from '../support/people.ts';

const german = { 'accept-language': 'de-CH, de;q=0.9, en;q=0.5' };
const speaks = (person: Person, language: 'de' | 'en') =>
  person.call(access.routes.changeProfile, { body: { language } });
const mailsTo = async ({ email }: Person) => (await system.mails()).filter(({ to }) => to === email);

describe('an answer', () => {
  it('that something failed is in the language of whoever asks: its title, what fields lack, and what zod says by itself', async () => {
    const group = await organization();
    const refused = await group.owner.send(tasks.routes.create, {
      body: { title: ' ', deadline: 'soon', priority: 7, colour: 'red' },
      headers: german,
    });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        title: 'Einige Felder müssen korrigiert werden.',
        errors: expect.arrayContaining([
          { field: 'title', message: 'Titel fehlt' },
          { field: 'deadline', message: 'Geben Sie ein Datum wie 2026-03-31 ein.' },
          { field: 'priority', message: expect.stringMatching(/^Ungültige Option/) },
          { field: 'colour', message: 'Dieses Feld ist nicht bekannt.' },
        ]),
      },
    });
    const long = await group.owner.send(tasks.routes.create, {
      body: { title: 'x'.repeat(1_201), deadline: '2026-12-01' },
      headers: german,
    });
    expect(long.body).toMatchObject({ errors: [{ message: 'Titel: höchstens 200 Zeichen' }] });
    const english = await group.owner.send(tasks.routes.create, {
      body: { title: ' ', deadline: '2026-12-01' },
      headers: { 'accept-language': 'fr, *;q=0.5' },
    });
    expect(english.body).toMatchObject({
      title: 'Some fields need attention.',
      errors: [{ message: 'Title is required' }],
    });
  });

  it('of a person who has deleted their account is in the language of each who reads it', async () => {
    const group = await organization();
    const gone = await group.member();
    const id = crypto.randomUUID();
    await gone.call(chat.routes.sendMessage, { body: { id, text: 'Bye' } });
    await gone.call(access.routes.deleteAccount, { body: { email: gone.email } });
    const read = async (headers: Record<string, string>) =>
      (await group.owner.call(chat.routes.listMessages, {}, headers)).items.map(
        ({ senderName }) => senderName,
      );
    expect(await read(german)).toEqual(['Ehemaliges Mitglied']);
    expect(await read({ 'accept-language': 'en' })).toEqual(['Former member']);
  });
});

describe('the language of a person', () => {
  it('is that of the browser with which they first came, until they choose one', async () => {
    const person = await newcomerTo('Lena Lernt');
    const opened = await person.call(access.routes.openSession, {}, german);
    expect(opened.user.language).toBe('de');
    const again = await person.call(access.routes.openSession, {}, { 'accept-language': 'en' });
    expect(again.user.language).toBe('de');
    expect((await speaks(person, 'en')).user.language).toBe('en');
    const wrong = await person.send(access.routes.changeProfile, { body: { language: 'xx' } });
    expect(wrong.status).toBe(422);
  });

  it('is not known of somebody who came before there were languages: then the browser decides', async () => {
    const person = await stranger();
    await table().write({
      update: profileKey(person.userId),
      expression: { text: 'REMOVE #language', names: { '#language': 'language' } },
    });
    expect((await person.call(access.routes.getSession, {})).user.language).toBeNull();
  });
});

describe('a mail', () => {
  it('is in the language of whoever gets it, not of whoever causes it', async () => {
    const group = await organization();
    const heir = await group.member();
    await speaks(heir, 'de');
    await group.owner.call(access.routes.transferOwnership, {
      body: { userId: heir.userId, groupName: group.name, ownRole: 'admin' },
    });
    const [toHeir] = await mailsTo(heir);
    expect(toHeir).toMatchObject({ subject: `Sie sind jetzt Kontoinhaber von ${group.name}` });
    expect(toHeir?.html).toContain('<html lang="de" dir="ltr">');
    expect(toHeir?.text).toContain('hat Ihnen diese E-Mail geschickt, weil');
    expect((await mailsTo(group.owner))[0]?.subject).toBe(
      `You have transferred the account of ${group.name}`,
    );
  });

  it('to many is in the language of each of them', async () => {
    const group = await organization();
    const [anna, ben] = [await group.member(), await group.member()];
    await speaks(anna, 'de');
    await group.owner.call(billing.routes.closeOrganization, { body: { name: group.name } });
    expect((await mailsTo(anna))[0]?.subject).toBe(`${group.name} wurde bei Guildhall geschlossen`);
    expect((await mailsTo(ben))[0]?.subject).toBe(`${group.name} was closed on Guildhall`);
  });

  it('to an address of which nothing is known is in the language of whoever invites, its date too', async () => {
    const group = await organization();
    const email = `lena.${crypto.randomUUID()}@example.com`;
    await group.owner.call(team.routes.invite, { body: { email } }, german);
    const [mail] = (await system.mails()).filter(({ to }) => to === email);
    expect(mail?.subject).toMatch(/lädt Sie zu .+ bei Guildhall ein$/);
    expect(mail?.text).toMatch(/als Teammitglied\./);
    expect(mail?.text).toMatch(/gilt bis \d+\. \p{L}+ \d{4}\./u);
  });

  it('that confirms a deleted account is in the language that its person had', async () => {
    const person = await stranger();
    await speaks(person, 'de');
    await person.call(access.routes.deleteAccount, { body: { email: person.email } });
    expect((await mailsTo(person))[0]?.subject).toBe('Ihr Guildhall-Konto ist gelöscht');
  });
});
