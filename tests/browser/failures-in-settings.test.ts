import { describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { answerNext, before, failNext, loseNextAnswer } from '../support/failing.ts';
import { organization, removeFromGroup } from '../support/people.ts';
import { pressTwice, submissionsOf } from '../support/pressing.ts';
import { notification } from '../support/tasks-screen.ts';

describe('S1 §8 in the settings', () => {
  test('a name that is not saved stays in its field, and is saved again', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=account' });
    expect(await page.getByRole('textbox', { name: 'Email' }).isDisabled()).toBe(true);
    const name = page.getByRole('textbox', { name: /Display name/ });
    const save = page.getByRole('button', { name: 'Save changes' });
    const submissions = submissionsOf(page);
    for (const wanted of ['Ada Lovelace', 'Countess']) {
      await name.fill(wanted);
      await failNext(page, 'PATCH /api/profile');
      await pressTwice(save);
      await notification(page, 'Failed to update profile. Please try again.').last().waitFor();
      expect(await name.inputValue()).toBe(wanted);
      await pressTwice(save);
      await notification(page, 'Settings saved').last().waitFor();
      // The second round finds the first one's message still there.
      await expect.poll(async () => (await owner.call(access.routes.getSession, {})).user.name).toBe(wanted);
    }
    await notification(page, 'Error').first().waitFor();
    expect(submissions).toEqual(Array(4).fill('PATCH /api/profile'));

    await page.goto('/dashboard/settings?tab=group');
    const groupName = page.getByRole('textbox', { name: /^Name/ });
    await groupName.fill('Haddad & Daughters');
    await failNext(page, 'PATCH /api/organization');
    await page.getByRole('button', { name: 'Save name' }).click();
    await notification(page, 'Failed to update group name. Please try again.').waitFor();
    expect(await groupName.inputValue()).toBe('Haddad & Daughters');
    await page.getByRole('button', { name: 'Save name' }).click();
    await notification(page, 'Group name updated').waitFor();
  });

  test('rates that cannot be fetched, and a currency that is not saved: it stays chosen in this browser', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=currency' });
    expect(await page.getByRole('radio', { name: /US Dollar/ }).isChecked()).toBe(true);
    await answerNext(page, 'GET /api/currency-rates', {
      status: 403,
      json: { code: 'forbidden', title: 'No' },
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await notification(page, 'Currency Update Failed')
      .getByText('Using cached exchange rates. Please check your connection.')
      .waitFor();
    await failNext(page, 'PATCH /api/profile');
    await page.getByRole('radio', { name: /Euro/ }).click();
    await notification(page, 'Settings Save Failed')
      .getByText(/^Currency preference saved locally but not synced to server\./)
      .waitFor();
    await page.reload();
    await page.getByText(/is shown as .*€/).waitFor();
    expect(await page.getByRole('radio', { name: /Euro/ }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: /Swiss Franc/ }).click();
    await notification(page, 'Currency Updated').waitFor();
    expect((await owner.call(access.routes.getSession, {})).user.currency).toBe('CHF');
  });

  test('invitation codes: not loaded, made once though the answer was lost, copied, not deleted, and without a group', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const list = 'GET /api/invitation-codes';
    await answerNext(page, list, { status: 403, json: { code: 'forbidden', title: 'Not now.' } });
    await page.goto('/dashboard/settings?tab=group');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load invitation codes' });
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No invitation codes yet.').waitFor();

    const description = page.getByRole('textbox', { name: /Description/ });
    const create = page.getByRole('button', { name: 'Create code' });
    await description.fill('For the workshop');
    await page.getByRole('textbox', { name: /Maximum uses/ }).fill('3');
    await loseNextAnswer(page, 'POST /api/invitation-codes');
    await pressTwice(create);
    await notification(page, 'Failed to create invitation code').waitFor();
    expect(await description.inputValue()).toBe('For the workshop');
    await pressTwice(create);
    await notification(page, 'Invitation code created!').waitFor();
    expect(await description.inputValue()).toBe('');
    const { items } = await owner.call(team.routes.listCodes, {});
    expect(items).toMatchObject([{ description: 'For the workshop', maxUses: 3 }]);

    // The form stays for the next one, which may be the same again.
    await description.fill('For the workshop');
    await create.click();
    await expect.poll(async () => (await owner.call(team.routes.listCodes, {})).items.length).toBe(2);

    await page.getByRole('button', { name: 'Copy For the workshop' }).last().click();
    await notification(page, 'Code copied to clipboard!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(items[0]?.code);

    await page.getByRole('button', { name: 'Delete For the workshop' }).last().click();
    const question = page.getByRole('alertdialog');
    await loseNextAnswer(page, `DELETE /api/invitation-codes/${items[0]?.id}`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByText(/^Failed to delete code/).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await notification(page, 'Invitation code deleted').waitFor();

    // Removed at the very moment: a moment later the page would have led away by itself.
    await before(page, 'POST /api/invitation-codes', () => removeFromGroup(owner));
    await create.click();
    await notification(page, 'No organization found').waitFor();
    await arrivesAt(page, (address) => address === '/welcome');
  });
});
