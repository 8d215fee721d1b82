import type { Locator, Page } from 'playwright-core';

/** The people of the directory, on a desk (rows) or a phone (cards). */
export const entries = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Team members' })
    .locator('tbody > tr')
    .or(page.getByRole('list', { name: 'Team members' }).locator(':scope > li'));

/** One of them, by name or e-mail. */
export const entry = (page: Page, text: string): Locator => entries(page).filter({ hasText: text });

/** Chooses from the menu of somebody, by what the directory calls them. */
export const act = async (page: Page, title: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Fills in and sends an invitation. */
export const invite = async (page: Page, email: string, role?: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Invite Member' }).click();
  const form = page.getByRole('dialog', { name: 'Invite Team Member' });
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  if (role) await form.getByRole('combobox', { name: 'Role' }).selectOption(role);
  await form.getByRole('button', { name: 'Add to Team' }).click();
  return form;
};

/** A figure of the row above the directory. */
export const stat = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();
