/** What lies over the page and takes the keys pressed in it. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';
/** What takes every key, also where the focus is on nothing, as after a press on its plain text. */
const MODAL = '[role="dialog"][aria-modal="true"]';

/** Whether a pressed key belongs to a dialog, a sheet, a menu or a list of choices: then it means nothing to the page. */
export function isKeyOfOverlay({ target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest(OVERLAYS) !== null) return true;
  return document.querySelector(MODAL) !== null;
}

/** Whether a dialog, a sheet, a menu or a list of choices is open. */
export function isOverlayOpen(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}
