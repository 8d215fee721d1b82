import { expect } from 'vitest';
import { violations } from '../support/axe.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { keptOfPeople } from '../support/browser-identity.ts';
import { aMessage, chatPath, row } from '../support/chat-screen.ts';
import { organization } from '../support/people.ts';

test('a person deletes their account, and the group keeps what they made by "Former member"', async ({
  browsing,
}) => {
  const group = await organization();
  const member = await group.member();
  await aMessage(member, 'I was here');
  const page = await browsing.signedIn(member, { at: '/dashboard/settings?tab=account', width: 390 });
  const other = await page.context().newPage();
  await other.goto('/dashboard/tasks');
  await other.getByRole('heading', { level: 1 }).waitFor();

  await page.getByRole('link', { name: 'Delete my account…' }).click();
  await page.getByRole('heading', { name: 'Delete your account' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const typed = page.getByRole('textbox', { name: /to confirm/ });
  await typed.fill('somebody@example.com');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText('This is not the e-mail address of your account.').waitFor();
  await typed.fill(` ${member.email.toUpperCase()}`);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await arrivesAt(page, (address) => address.startsWith('/login'));
  await page.getByText('Your account is deleted. You will get an e-mail that confirms it.').waitFor();
  await arrivesAt(other, (address) => address.startsWith('/login'));
  expect(await keptOfPeople(page)).toEqual([]);

  const owner = await browsing.signedIn(group.owner, { at: chatPath });
  await row(owner, 'I was here').waitFor();
  await owner.getByText('Former member').first().waitFor();
});

test('who holds a group is told what has to happen first', async ({ browsing }) => {
  const group = await organization('Signs & Sons');
  const page = await browsing.signedIn(group.owner, { at: '/account/delete' });
  await page.getByText('You are the account holder of Signs & Sons.').waitFor();
  await page.getByRole('link', { name: 'Transfer the group to another member' }).click();
  await arrivesAt(page, (address) => address === '/dashboard/settings?tab=group');
});
