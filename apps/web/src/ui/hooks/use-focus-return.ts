import { useEffect, useState } from 'react';

/** The focused element; in a menu, which closes with the choice, the button that opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const opener = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  if (opener) return opener;
  return active instanceof HTMLElement ? active : null;
}

/** Returns the focus when a dialog unmounts, if its former owner still exists. */
export function useFocusReturn(): void {
  // Read during render: the dialog takes the focus on mount.
  const [former] = useState(focused);
  useEffect(
    () => () => {
      if (former?.isConnected) former.focus({ preventScroll: true });
    },
    [former],
  );
}
