import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { StateMark, type StateMarkName } from '../../frontend/ui/state-mark.tsx';
import { accents, themes } from '../../shared/access/choices.ts';

const css = readFileSync(path.resolve(import.meta.dirname, '../../frontend/app/base.css'), 'utf8');

/** The colours that hold for a theme and an accent, as the cascade would have them. */
const coloursOf = (theme: string, accent: string): Record<string, string> => {
  const colours: Record<string, string> = {};
  const selectors = [
    ':root',
    ...(theme === 'dark' ? [':root[data-theme="dark"]'] : [`:root[data-accent="${accent}"]`]),
    ...(theme === 'dark' ? [`:root[data-theme="dark"][data-accent="${accent}"]`] : []),
  ];
  for (const wanted of selectors)
    for (const [, selector, body] of css.matchAll(/(:root[^{]*?)\s*\{([^}]*)\}/g))
      if (selector === wanted)
        for (const [, name, value] of (body ?? '').matchAll(/--gh-([\w-]+):\s*(#[0-9a-f]{6})\b/g))
          colours[name as string] = value as string;
  // What is filled is the accent itself, where no other colour is said.
  return { 'accent-fill': colours.accent!, 'accent-fill-strong': colours['accent-strong']!, ...colours };
};

/** WCAG 2.2, relative luminance. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const grounds = ['page', 'surface', 'sunken', 'hover'];
const texts: [text: string, ground: string][] = [
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-strong'],
  ['accent-text', 'accent-soft'],
  ['text', 'accent-soft'],
  ['on-danger', 'danger'],
  ['on-success', 'success'],
  ['success-text', 'success-soft'],
  ['danger-text', 'danger-soft'],
  ['warning-text', 'warning-soft'],
  ['info-text', 'info-soft'],
  ['review-text', 'review-soft'],
  ...Array.from({ length: 8 }, (_, n): [string, string] => [`on-person-${n + 1}`, `person-${n + 1}`]),
  ...grounds.flatMap((ground): [string, string][] =>
    ['text', 'text-soft', 'text-faint', 'accent-text', 'danger-text'].map((text) => [text, ground]),
  ),
];
/** Focus rings and the edges of controls (WCAG 1.4.11). */
const shapes: [shape: string, ground: string][] = [
  ['accent', 'page'],
  ['accent', 'surface'],
  ['line-control', 'surface'],
  // Fields of the settings stand on the page itself.
  ['line-control', 'page'],
  ['success', 'surface'],
];

/** What says a status or a priority, and the file that paints it. */
const fixed: [file: string, selectors: readonly string[]][] = [
  ['features/settings/payments', ['paid', 'open', 'warning']],
  ['features/tasks/task-badges', ['low', 'medium', 'high', 'pending', 'in-progress', 'review', 'completed']],
  ['features/tasks/task-cells', ['check input:checked', 'overdue', 'today']],
  ['features/team/directory-entry', ['active', 'pending', 'expired']],
  ['ui/toasts', ['success .icon', 'info .icon', 'warning .icon', 'error .icon']],
];

describe('a status or a priority', () => {
  it('has a shape beside its colour, each another one', () => {
    const marks = (['waiting', 'started', 'review', 'done', 'stopped'] satisfies StateMarkName[]).map(
      (name) => renderToStaticMarkup(createElement(StateMark, { of: name })),
    );
    expect(new Set(marks).size).toBe(marks.length);
  });

  it.each(fixed)('has its colours whatever the accent is: %s', (file, selectors) => {
    const sheet = readFileSync(
      path.resolve(import.meta.dirname, `../../frontend/${file}.module.css`),
      'utf8',
    );
    for (const selector of selectors) {
      const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectorList = '']) =>
        selectorList.split(',').some((one) => one.trim() === `.${selector}`),
      );
      expect(rules.length, selector).toBeGreaterThan(0);
      for (const [, , body] of rules) expect(body, selector).not.toContain('--gh-accent');
    }
  });

  it.each(themes)('has colours that no accent sets, on %s', (theme) => {
    const names = ['success', 'info', 'review', 'warning', 'danger'];
    const of = (accent: string) =>
      Object.entries(coloursOf(theme, accent)).filter(([name]) => names.some((one) => name.startsWith(one)));
    for (const accent of accents) expect(of(accent)).toEqual(of('green'));
  });
});

describe.for(themes.flatMap((theme) => accents.map((accent) => ({ theme, accent }))))(
  '$accent on $theme',
  ({ theme, accent }) => {
    const colours = coloursOf(theme, accent);

    it('has an accent of its own', () => {
      expect(colours.accent).toMatch(/^#/);
      const others = accents
        .filter((other) => other !== accent)
        .map((other) => coloursOf(theme, other).accent);
      expect(others).not.toContain(colours.accent);
    });

    it('can be read (4.5:1) and seen (3:1)', () => {
      const weak = [
        ...texts.map((pair) => [...pair, 4.5] as const),
        ...shapes.map((pair) => [...pair, 3] as const),
      ].flatMap(([front, ground, least]) => {
        const found = contrast(colours[front] as string, colours[ground] as string);
        return found >= least ? [] : [`${front} on ${ground}: ${found.toFixed(2)}`];
      });
      expect(weak).toEqual([]);
    });
  },
);
