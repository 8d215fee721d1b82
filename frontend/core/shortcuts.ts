interface Keys {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** On a Mac the application's keys are ⌘'s; Ctrl's belong to the text field, where Ctrl + B goes back a letter. */
const isMac = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** Whether a key is a letter's: where the keyboard types Latin letters, the letter counts, elsewhere the place where it is printed beside another. */
const isLetter = ({ key, code }: Keys, letter: string): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;

/** Whether somebody has pressed a letter alone, or with Shift: for what has the focus and takes no text. */
export const isPlainLetter = (event: Keys, letter: string): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && isLetter(event, letter);

/**
 * Whether somebody has pressed the application's shortcut with a letter: ⌘ on a Mac, Ctrl elsewhere. Where the keyboard types
 * Latin letters (in whichever order), the letter counts; elsewhere the place where the letter is printed beside another.
 */
export const isShortcut = (event: Keys, letter: string, mac = isMac()): boolean => {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || shiftKey || metaKey !== mac || ctrlKey === mac) return false;
  return isLetter(event, letter);
};

/** How a shortcut is shown, and how it is told to a screen reader. */
export const shortcutNames = (letter: string): { short: string; spaced: string; aria: string } => {
  const upper = letter.toUpperCase();
  return isMac()
    ? { short: `⌘${upper}`, spaced: `⌘${upper}`, aria: `Meta+${upper}` }
    : { short: `Ctrl+${upper}`, spaced: `Ctrl ${upper}`, aria: `Control+${upper}` };
};
