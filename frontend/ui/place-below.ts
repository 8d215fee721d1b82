const gap = 4;

/** Below the button and flush with its end, which is the right edge of most languages; above it where there is no room below. */
export const placeBelow = (element: HTMLElement, button: HTMLElement): void => {
  const anchor = button.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const below = anchor.bottom + gap;
  const fits = below + height <= innerHeight;
  element.style.top = `${Math.max(gap, fits ? below : anchor.top - gap - height)}px`;
  const isFromRight = getComputedStyle(button).direction === 'rtl';
  const left = isFromRight ? anchor.left : anchor.right - width;
  element.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
};
