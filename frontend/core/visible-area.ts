/** Pixels: what is less is an address bar that slides away, which `dvh` knows by itself. */
const leastKeyboard = 60;

/**
 * Keeps in `--gh-covered` and `--gh-above` (app/base.css, pixels) how much of the window the keyboard of a screen covers at its foot, and
 * how far the window was pushed up for it, so that the buttons of a dialog and what is written stay above it. Zoomed in, what is seen is a
 * part of the page on purpose: then nothing is covered.
 */
export const followVisibleArea = (): void => {
  const view = window.visualViewport;
  if (!view) return;
  const { style } = document.documentElement;
  const follow = (): void => {
    const below = innerHeight - view.height - view.offsetTop;
    const isKeyboard = view.scale <= 1.01 && innerHeight - view.height >= leastKeyboard;
    style.setProperty('--gh-covered', `${isKeyboard ? Math.max(0, Math.round(below)) : 0}px`);
    style.setProperty('--gh-above', `${isKeyboard ? Math.round(view.offsetTop) : 0}px`);
  };
  view.addEventListener('resize', () => {
    follow();
    // What is written in may stand at the foot of the page, and its "Send" behind the keyboard.
    const form = document.activeElement?.closest('main form');
    form?.scrollIntoView({ block: 'nearest' });
  });
  view.addEventListener('scroll', follow);
};
