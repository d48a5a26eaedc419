import { useEffect } from 'react';
import type { Toast } from '../stores/toast-queue.ts';
import { closeToast } from '../stores/toasts.ts';

const SHOWN_MS = 3_000;

/** Ends a toast after 3 s, an error by `Esc` alone. */
export function useToastTimer(toast: Toast | undefined): void {
  const id = toast?.id;
  const isError = toast?.kind === 'error';
  useEffect(() => {
    if (id === undefined) return;
    if (!isError) {
      const timer = setTimeout(closeToast, SHOWN_MS);
      return () => clearTimeout(timer);
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeToast();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id, isError]);
}
