import { describe, expect, it } from 'vitest';
import { emailTrialKey, personTrialKey } from '../../services/access/access-keys.ts';
import { profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import type { Row } from '../../services/core/table.ts';
import { access } from '../../shared/access/contract.ts';
import type { Role } from '../../shared/core/access.ts';
import { history } from '../../shared/history/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { stream } from '../support/controls.ts';
import { join, newcomerTo, organization, type Person, stranger, table } from '../support/people.ts';

/** Signs somebody in for the first time over HTTP. */
const signedIn = async (name: string): Promise<Person> => {
  const person = await newcomerTo(name);
  await person.call(access.routes.openSession, {});
  return person;
};

const founded = async (name: string) => {
  const owner = await signedIn('Ada Founder');
  const session = await owner.call(access.routes.foundOrganization, {
    body: { name, timeZone: 'Europe/Zurich' },
  });
  return { owner, id: session.membership?.organization.id as string };
};

const joined = async (
  group: { id: string; owner: Person },
  role: Role,
  { onboardingCompleted }: { onboardingCompleted: boolean },
): Promise<Person> => {
  const person = await signedIn('Mia Member');
  const { id } = await group.owner.call(team.routes.invite, { body: { email: person.email, role } });
  await person.call(team.routes.joinByInvitation, { body: { invitationId: id } });
  if (onboardingCompleted) await person.call(access.routes.completeOnboarding, { body: { role } });
  return person;
};

/** Rows as text, with the names of people and groups in place of their ids, and no times. */
const comparable = (rows: (Row | undefined)[], names: Record<string, string>) => {
  const text = JSON.stringify(rows, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one.localeCompare(other)))
      : value,
  );
  const named = Object.entries(names).reduce((all, [id, name]) => all.replaceAll(id, name), text);
  return JSON.parse(
    named
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}(:\d{2}:\d{2}\.\d{3}Z)?/g, 'then')
      .replace(/TRIAL#[\w-]+/g, 'TRIAL'),
  );
};

const rowsOf = async (id: string, owner: Person, others: Record<string, Person> = {}) => {
  await stream.settled();
  const keys = [
    profileKey(owner.userId),
    organizationKey(id),
    personTrialKey(owner.userId),
    emailTrialKey(owner.email),
    ...Object.values(others).map(({ userId }) => profileKey(userId)),
  ];
  const rows = await Promise.all(keys.map((key) => table().get(key)));
  const { items } = await owner.call(history.routes.listSince, { query: { after: 0 } });
  const names = Object.fromEntries([
    [id, 'the group'],
    [owner.userId, 'the owner'],
    [owner.email, 'the address of the owner'],
    ...Object.entries(others).flatMap(([name, { userId, email }]) => [
      [userId, name],
      [email, `the address of ${name}`],
    ]),
  ]);
  return { rows: comparable(rows, names), events: items.map(({ type, by }) => [type, names[by ?? '']]) };
};

describe('what tests begin with', () => {
  it('is a person as the first sign-in leaves them', async () => {
    const [real, seeded] = [await signedIn('Robin Stranger'), await stranger('Robin Stranger')];
    const row = async (person: Person) =>
      comparable([await table().get(profileKey(person.userId))], {
        [person.userId]: 'them',
        [person.email]: 'their address',
      });
    expect(await row(seeded)).toEqual(await row(real));
    expect(await seeded.call(access.routes.openSession, {})).toMatchObject({
      user: { name: 'Robin Stranger' },
    });
  });

  it('is a group as founding leaves it, and so is its log', async () => {
    const [real, seeded] = [await founded('Signs & Sons'), await organization('Signs & Sons')];
    expect(await rowsOf(seeded.id, seeded.owner)).toEqual(await rowsOf(real.id, real.owner));
  });

  it.each(['owner', 'admin', 'member'] as const)(
    'is a member (%s) as an accepted invitation leaves them, before and after they have chosen their role',
    async (role) => {
      const real = await founded('Signs & Sons');
      const seeded = await organization('Signs & Sons');
      const people = async (add: (onboardingCompleted: boolean) => Promise<Person>) => ({
        newcomer: await add(false),
        member: await add(true),
      });
      const invited = await people((onboardingCompleted) => joined(real, role, { onboardingCompleted }));
      const put = await people(async (onboardingCompleted) =>
        join(await stranger('Mia Member'), seeded.id, role, { onboardingCompleted }),
      );
      const wanted = await rowsOf(real.id, real.owner, invited);
      const found = await rowsOf(seeded.id, seeded.owner, put);
      // That there was an invitation is what only a real one leaves.
      for (const row of wanted.rows) delete row?.acceptedInvitations;
      expect(found.rows).toEqual(wanted.rows);
      expect(found.events).toEqual(wanted.events.filter(([type]) => !String(type).startsWith('invitation.')));
    },
  );
});
