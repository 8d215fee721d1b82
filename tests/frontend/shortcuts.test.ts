import { describe, expect, it } from 'vitest';
import { isShortcut } from '../../frontend/core/shortcuts.ts';

const pressed = (
  key: string,
  code: string,
  held: { ctrl?: true; meta?: true; alt?: true; shift?: true },
) => ({
  key,
  code,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  altKey: held.alt ?? false,
  shiftKey: held.shift ?? false,
});

describe('a shortcut', () => {
  it.each([
    ['English', 'k', 'KeyK'],
    ['with Caps Lock', 'K', 'KeyK'],
    ['Dvorak, where the letter is elsewhere', 'k', 'KeyV'],
    ['Russian', 'л', 'KeyK'],
    ['Greek', 'κ', 'KeyK'],
    ['Arabic', 'ن', 'KeyK'],
    ['Hebrew', 'ל', 'KeyK'],
    ['Hindi, whose key types two letters', 'क्ष', 'KeyK'],
  ])('is the letter, or where it is printed, on a keyboard that is %s', (_, key, code) => {
    expect(isShortcut(pressed(key, code, { ctrl: true }), 'k', false)).toBe(true);
    expect(isShortcut(pressed(key, code, { meta: true }), 'k', true)).toBe(true);
  });

  it('is not the place of the letter where another Latin letter stands', () => {
    expect(isShortcut(pressed('t', 'KeyK', { ctrl: true }), 'k', false)).toBe(false);
  });

  it("is ⌘'s alone on a Mac, and Ctrl's alone elsewhere", () => {
    expect(isShortcut(pressed('b', 'KeyB', { ctrl: true }), 'b', true)).toBe(false);
    expect(isShortcut(pressed('b', 'KeyB', { ctrl: true, meta: true }), 'b', true)).toBe(false);
    expect(isShortcut(pressed('b', 'KeyB', { meta: true }), 'b', false)).toBe(false);
    expect(isShortcut(pressed('b', 'KeyB', {}), 'b', false)).toBe(false);
  });

  it('is none with Alt or Shift: AltGr types letters', () => {
    expect(isShortcut(pressed('b', 'KeyB', { ctrl: true, alt: true }), 'b', false)).toBe(false);
    expect(isShortcut(pressed('B', 'KeyB', { ctrl: true, shift: true }), 'b', false)).toBe(false);
  });
});
