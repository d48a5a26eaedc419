import { useEffect, useState } from 'react';

/** The button that opened the menu of an element; null outside of menus. */
function openerOf(target: EventTarget | null): HTMLElement | null {
  const menu = target instanceof Element ? target.closest('[role="menu"]') : null;
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
}

/** The opener of the menu that took the last key or press: the menu may be gone before its dialog is there. */
let lastOpener: HTMLElement | null = null;

const note = ({ target }: Event): void => {
  lastOpener = openerOf(target);
};

if (typeof document !== 'undefined') {
  for (const name of ['keydown', 'pointerdown']) document.addEventListener(name, note, true);
}

/** The focused element; after a choice in a menu, which closes with it, the button that opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  if (active === document.body) return lastOpener;
  return openerOf(active) ?? (active instanceof HTMLElement ? active : null);
}

/** The element that a dialog has returned the focus to last. */
let lastReturn: HTMLElement | null = null;

/**
 * Returns the focus when a dialog unmounts, if its former owner still exists. A dialog that replaces the one it was opened
 * from returns it where that one has.
 */
export function useFocusReturn(): void {
  // Read during render: the dialog takes the focus on mount.
  const [former] = useState(focused);
  useEffect(() => {
    // The effects of the replaced dialog have ended before.
    const target = former && !former.isConnected ? lastReturn : former;
    return () => {
      lastReturn = target;
      if (target?.isConnected) target.focus({ preventScroll: true });
    };
  }, [former]);
}
