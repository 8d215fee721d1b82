import { flushSync } from 'react-dom';

let pressing = false;
const note = (isDown: boolean) => () => {
  pressing = isDown;
};
window.addEventListener('pointerdown', note(true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, note(false), true);

/**
 * Runs what a field does when it is left. Where a press is what leaves it, it waits until that press has found its button: what
 * moves on the screen in between would move the button away from under it. It is done before the button acts.
 */
export const afterPress = (run: () => void): void => {
  if (!pressing) {
    run();
    return;
  }
  let isDone = false;
  const finish = (): void => {
    if (isDone) return;
    isDone = true;
    window.removeEventListener('click', finish, true);
    flushSync(run);
  };
  window.addEventListener('click', finish, true);
  // A press that ends elsewhere than it began clicks nothing.
  const later = (): void => void setTimeout(finish);
  window.addEventListener('pointerup', later, { capture: true, once: true });
  window.addEventListener('pointercancel', later, { capture: true, once: true });
};
