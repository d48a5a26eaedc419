import { useSyncExternalStore } from 'react';

const CHANGED = 'mt:hash';

function subscribe(listener: () => void): () => void {
  const events = ['hashchange', 'popstate', CHANGED];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** The hash with its `#`; empty in server rendering. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  );
}

/** Changes the hash and notifies its readers, without scrolling. */
export function setHash(hash: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  if (window.location.hash === hash) return;
  window.history[how](null, '', hash);
  window.dispatchEvent(new Event(CHANGED));
}
