/** The landmark in which controls of antd open what they open: axe refuses menus outside of one. */
export const popupsId = 'popups';

/**
 * Where a control opens something: in the modal or the popover that it is in, which are above everything else (and behind a modal
 * everything is inert), or else in the landmark.
 */
export const popupContainerOf = (control?: HTMLElement): HTMLElement =>
  control?.closest<HTMLElement>('dialog, [popover]') ?? document.getElementById(popupsId) ?? document.body;
