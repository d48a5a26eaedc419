import { SECOND_MS } from '@moneytrail/calendar';
import { useEffect, useEffectEvent } from 'react';
import type { Toast } from '../../lib/toast-queue.ts';

const SHOWN_MS = 3 * SECOND_MS;
/** What can be acted upon needs the time to read it and to reach the button. */
const SHOWN_WITH_ACTION_MS = 8 * SECOND_MS;

/** Closes a toast after 3 s, or 8 s where it offers something; an error by `Esc` alone. */
export function useToastTimer(toast: Toast | undefined, close: () => void): void {
  const onClose = useEffectEvent(close);
  const id = toast?.id;
  const isError = toast?.kind === 'error';
  const shownMs = toast?.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  useEffect(() => {
    if (id === undefined) return;
    if (!isError) {
      const timer = setTimeout(() => onClose(), shownMs);
      return () => clearTimeout(timer);
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id, isError, shownMs]);
}
