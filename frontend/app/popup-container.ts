/** The landmark in which controls of antd open what they open: axe refuses menus outside of one. */
export const popupsId = 'popups';

/** Where a control opens something: in the modal that it is in, behind which everything is inert, or else in the landmark. */
export const popupContainerOf = (control?: HTMLElement): HTMLElement =>
  control?.closest('dialog') ?? document.getElementById(popupsId) ?? document.body;
