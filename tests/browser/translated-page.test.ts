import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../support/browser.ts';
import { aMessage, chatPath, input, say } from '../support/chat-screen.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, cards, notification } from '../support/tasks-screen.ts';

/**
 * Translates the page as Chrome does, and all that comes to it later: a <font> with the translated text comes before each text
 * node, which is then taken out. "Save" becomes "⟦Save⟧".
 */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const translated = (text: Text): boolean =>
      text.data.trim() === '' ||
      text.parentElement === null ||
      text.parentElement.closest('font, script, style, option, textarea, [translate=no]') !== null;
    const replace = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode())
        if (node instanceof Text && !translated(node)) found.push(node);
      for (const text of found) {
        const outer = document.createElement('font');
        const inner = outer.appendChild(document.createElement('font'));
        inner.textContent = `⟦${text.data}⟧`;
        text.before(outer);
        text.remove();
      }
    };
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text && target.isConnected) replace(target);
        for (const node of addedNodes) if (node.isConnected) replace(node);
      }
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    replace(document.body);
  });

test('a page that the browser translates goes on working, and its counters go on counting', async ({
  browsing,
}) => {
  const group = await organization();
  const member = await group.member();
  await aTask(group.owner, { title: 'Paint the sign' });
  const page = await browsing.signedIn(group.owner);
  await card(page, 'Paint the sign').waitFor();
  await translate(page);
  await card(page, '⟦Paint the sign⟧').waitFor();

  // A form, its errors, and what it says in the end.
  await page.getByRole('button', { name: 'New Task' }).click();
  const form = page.getByRole('dialog', { name: 'Create Task' });
  await form.getByRole('button', { name: /Create Task/ }).click();
  await form.getByRole('alert').filter({ hasText: '⟦Title is required⟧' }).waitFor();
  await form.getByRole('textbox', { name: /Title/ }).fill('Varnish it');
  await form.getByLabel('Deadline').fill('2026-12-24');
  await form.getByRole('button', { name: /Preview/ }).click();
  await form.getByRole('button', { name: /Write/ }).click();
  await form.getByRole('button', { name: /Create Task/ }).click();
  await notification(page, '⟦Task created⟧').waitFor();
  await card(page, '⟦Varnish it⟧').waitFor();
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('⟦2 tasks shown⟧');

  // What is shown changes with a filter, and back.
  await page.getByLabel('Filter by status').selectOption('completed');
  await expect.poll(() => cards(page).count()).toBe(0);
  await page.getByLabel('Filter by status').selectOption('all');
  await expect.poll(() => cards(page).count()).toBe(2);
  await page.getByRole('searchbox', { name: /Search tasks/ }).fill('varnish');
  await expect.poll(() => cards(page).count()).toBe(1);

  // Texts that stand beside others, and come and go with what is typed.
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: /Search tasks and people/ });
  for (const typed of ['var', 'varnish', 'v', 'varni']) {
    await search.fill(typed);
    await page.getByRole('option', { name: /it⟧/ }).first().waitFor();
  }
  await page.keyboard.press('Escape');

  // Counts of others' doing.
  const team = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Team/ });
  for (const [index, text] of ['One', 'Two', 'Three'].entries()) {
    await aMessage(member, text);
    await expect.poll(() => team.textContent()).toContain(`⟦${index + 1}⟧`);
  }

  // A count beside other words, and a list that grows.
  await team.click();
  await page.getByRole('tab', { name: /Chat/ }).click();
  await input(page).fill('Hello');
  await expect.poll(() => page.getByText('5/2000').count()).toBe(1);
  await say(page, 'Hello there');
  await page.getByText('⟦Hello there⟧').waitFor();
  await page.getByRole('button', { name: /^Delete message/ }).waitFor({ state: 'attached' });
  expect(page.url()).toContain(chatPath);
});

test('what a translation has replaced can be written, removed and inserted beside, and comes back translated', async ({
  browsing,
}) => {
  const page = await browsing.visitor();
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await translate(page);
  const shown = await page.evaluate(async () => {
    const translated = () => new Promise((done) => setTimeout(done));
    const line = document.createElement('p');
    const texts = ['You have ', '3', ' tasks', ' today'].map((text) => document.createTextNode(text));
    for (const text of texts) line.appendChild(text);
    document.body.appendChild(line);
    await translated();
    const states = [line.textContent];
    const [have, count, tasks, today] = texts as [Text, Text, Text, Text];
    // As React does: a new count, one text less, an element between two texts, a text that moves.
    count.nodeValue = '4';
    await translated();
    states.push(line.textContent);
    line.removeChild(today);
    line.insertBefore(document.createElement('b'), tasks).textContent = '!';
    await translated();
    states.push(line.textContent);
    line.insertBefore(tasks, have);
    await translated();
    states.push(line.textContent);
    // What was written by the page and removed by it is nobody's stand-in.
    const late = line.appendChild(document.createTextNode(' late'));
    line.removeChild(late);
    count.nodeValue = '5';
    await translated();
    states.push(line.textContent);
    return states;
  });
  expect(shown).toEqual([
    '⟦You have ⟧⟦3⟧⟦ tasks⟧⟦ today⟧',
    '⟦You have ⟧⟦4⟧⟦ tasks⟧⟦ today⟧',
    '⟦You have ⟧⟦4⟧⟦!⟧⟦ tasks⟧',
    '⟦ tasks⟧⟦You have ⟧⟦4⟧⟦!⟧',
    '⟦ tasks⟧⟦You have ⟧⟦5⟧⟦!⟧',
  ]);
});

test('a mistake of our own is still told', async ({ browsing }) => {
  const page = await browsing.visitor();
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const told = await page.evaluate(() => {
    const [one, other] = [document.createElement('p'), document.createElement('p')];
    const said = (act: () => void): string => {
      try {
        act();
        return 'nothing';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      said(() => one.removeChild(other)),
      said(() => one.insertBefore(document.createElement('b'), other)),
    ];
  });
  expect(told).toEqual(['NotFoundError', 'NotFoundError']);
});
