let screen = '';
let count = 0;

const show = (): void => {
  if (screen) document.title = `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${screen} · Guildhall`;
};

/** Names the document after the screen that is shown. */
export const nameDocument = (name: string): void => {
  screen = name;
  show();
};

/** Puts a count of what is unread before the document's name; none for 0. */
export const countInTitle = (unread: number): void => {
  count = unread;
  show();
};
