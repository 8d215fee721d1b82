import type { Locator } from 'playwright-core';
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
    expect(await page.getByText('Sent 0 times').isVisible()).toBe(true);
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
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect.poll(() => descriptionOf(field)).toBe('Nothing is chosen Choose somebody.');
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
    }
  });
});
