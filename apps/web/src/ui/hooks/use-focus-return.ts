import { useEffect, useState } from 'react';

/** What holds the focus; of a menu, which goes with the choice, the button that opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const opener = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  if (opener) return opener;
  return active instanceof HTMLElement ? active : null;
}

/** Gives the focus back, when a dialog that was mounted open is gone, to what held it before, if that still stands. */
export function useFocusReturn(): void {
  // Read while rendering: the dialog takes the focus as soon as it stands.
  const [former] = useState(focused);
  useEffect(
    () => () => {
      if (former?.isConnected) former.focus({ preventScroll: true });
    },
    [former],
  );
}
