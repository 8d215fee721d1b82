import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../support/axe.ts';
import { test, widths } from '../support/browser.ts';
import { openParts } from '../support/parts/parts-page.ts';

/** What a screen reader says of a control besides its name. */
const descriptionOf = (control: Locator): Promise<string> =>
  control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );

describe('a choice that is searched', () => {
  test('finds without accents and by detail, chooses with the keys, and says what is chosen', async ({
    browsing,
  }) => {
    const page = await browsing.visitor();
    await openParts(page);
    const field = page.getByRole('combobox', { name: 'Responsible' });
    const list = page.getByRole('listbox');
    const options = list.getByRole('option');
    await field.focus();
    await page.keyboard.type('luk');
    await page.getByText('1 found', { exact: true }).waitFor();
    expect(await options.allTextContents()).toEqual(['Łukasz Nowak nowak@example.com']);
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).textContent()).toMatch(/^Łukasz Nowak/);
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'hidden' });
    expect(await descriptionOf(field)).toBe('Chosen: Łukasz Nowak');

    await page.keyboard.type('hopper@');
    await page.getByText('1 found', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'hidden' });
    expect(await descriptionOf(field)).toBe('Chosen: Grace Hopper');

    await page.keyboard.type('nobody like this');
    await page.getByText('Nothing is called “nobody like this”').first().waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await options.filter({ hasText: 'Nobody' }).click();
    expect(await descriptionOf(field)).toBe('Nothing is chosen');
    expect(await page.getByText('Sent 0 times, due never').isVisible()).toBe(true);
  });

  test('of several names each, takes one away by its name, and Tab leaves it as it is', async ({
    browsing,
  }) => {
    const page = await browsing.visitor();
    await openParts(page);
    const field = page.getByRole('combobox', { name: 'Watchers' });
    await field.focus();
    await page.keyboard.type('alan');
    await page.getByText('1 found', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => descriptionOf(field)).toBe('Chosen: Ada Founder, Grace Hopper, Alan Turing');
    expect(await page.getByRole('option', { name: 'Ada Founder' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.keyboard.press('Tab');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await descriptionOf(field)).toBe('Chosen: Ada Founder, Grace Hopper, Alan Turing');

    await page.getByRole('button', { name: 'Remove Grace Hopper' }).press('Enter');
    await expect.poll(() => descriptionOf(field)).toBe('Chosen: Ada Founder, Alan Turing');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    // Shortly after somebody has typed, antd takes a Backspace for one too many.
    await expect
      .poll(async () => {
        await page.keyboard.press('Backspace');
        return descriptionOf(field);
      })
      .toBe('Nothing is chosen Choose somebody.');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-required')).toBe('true');
  });

  test('in a dialog, is not cut by it, and Esc closes first the list and then the dialog', async ({
    browsing,
  }) => {
    const page = await browsing.visitor();
    await openParts(page);
    await page.getByRole('button', { name: 'Open dialog' }).click();
    const dialog = page.getByRole('dialog', { name: 'A dialog' });
    const field = dialog.getByRole('combobox', { name: 'Record' });
    await field.click();
    const last = dialog.getByRole('option').last();
    await page.getByText('100 of 140 found. Type more of the name to find the others.').waitFor();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    expect(await descriptionOf(field)).toBe('Chosen: Record 100');
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('listbox').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('has nothing that axe finds, at both widths, closed and open', async ({ browsing }) => {
    for (const width of [widths.smallPhone, widths.desk]) {
      const page = await browsing.visitor({ width });
      await openParts(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('combobox', { name: 'Watchers' }).click();
      await page.getByRole('option', { name: 'Alan Turing' }).waitFor();
      expect(await violations(page)).toEqual([]);

      // Also where colours are the reader's own.
      await page.keyboard.press('ArrowDown');
      await page.emulateMedia({ forcedColors: 'active' });
      const edges = await page
        .getByRole('option')
        .evaluateAll((all) => all.map((option) => getComputedStyle(option).outlineStyle));
      expect(edges.filter((edge) => edge === 'solid')).toHaveLength(1);
    }
  });
});

describe('the panel of a record', () => {
  const panelOf = (page: Page, name: string) => page.getByRole('region', { name });
  const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

  test('on a desk leaves its list in use, and closes with Esc, after what is open in it', async ({
    browsing,
  }) => {
    const page = await browsing.visitor();
    await openParts(page);
    await page.getByRole('button', { name: 'First record' }).click();
    expect(await isFocused(panelOf(page, 'First record').getByRole('heading'))).toBe(true);
    await page.getByRole('button', { name: 'Second record' }).click();
    const panel = panelOf(page, 'Second record');
    await panel.waitFor();
    expect(await page.getByRole('region', { name: 'First record' }).count()).toBe(0);
    expect(await isFocused(panel.getByRole('heading'))).toBe(true);
    expect(await violations(page)).toEqual([]);

    await panel.getByRole('combobox', { name: 'Record' }).click();
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete it?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await panel.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await isFocused(page.getByRole('button', { name: 'Second record' }))).toBe(true);
  });

  test('on a tablet is a dialog over its list, which is out of reach meanwhile', async ({ browsing }) => {
    const page = await browsing.visitor({ width: 834 });
    await openParts(page);
    const opener = page.getByRole('button', { name: 'First record' });
    await opener.click();
    const panel = page.getByRole('dialog', { name: 'First record' });
    expect(await isFocused(panel.getByRole('heading'))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.mouse.click(20, 300);
    await panel.waitFor({ state: 'detached' });
    expect(await isFocused(opener)).toBe(true);
  });

  test('on a phone is a page with a way back to its list, and to the place in it', async ({ browsing }) => {
    const page = await browsing.visitor({ width: widths.phone, height: 500 });
    await openParts(page);
    const opener = page.getByRole('button', { name: 'Second record' });
    await opener.click();
    const heading = page.getByRole('heading', { level: 1, name: 'Second record' });
    expect(await isFocused(heading)).toBe(true);
    expect(await opener.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Records' }).click();
    await heading.waitFor({ state: 'detached' });
    expect(await isFocused(opener)).toBe(true);
    await expect
      .poll(() => opener.evaluate((element) => element.getBoundingClientRect().top < innerHeight))
      .toBe(true);
  });
});

describe('a date', () => {
  test('typed in part is said to be so, and the form is not sent as if none were given', async ({
    browsing,
  }) => {
    const page = await browsing.visitor();
    await openParts(page);
    const due = page.getByLabel('Due');
    await due.focus();
    await page.keyboard.type('31');
    await page.keyboard.press('Enter');
    const problem = page.getByRole('alert').filter({ hasText: 'This is not a whole date.' });
    await problem.waitFor();
    await page.getByText('Sent 0 times, due never').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent 0 times, due never').waitFor();
    expect(await due.evaluate((element) => element === document.activeElement)).toBe(true);
    await due.fill('2027-03-31');
    await problem.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent 1 times, due 2027-03-31').waitFor();
  });
});
