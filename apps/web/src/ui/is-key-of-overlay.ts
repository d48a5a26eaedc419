/** Overlays that handle the keys pressed in them. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';
/** Modal dialogs take every key, even without a focused element. */
const MODAL = '[role="dialog"][aria-modal="true"]';

/** True if a pressed key belongs to an overlay and must not reach the page. */
export function isKeyOfOverlay({ target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest(OVERLAYS) !== null) return true;
  return document.querySelector(MODAL) !== null;
}

export function isOverlayOpen(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}
