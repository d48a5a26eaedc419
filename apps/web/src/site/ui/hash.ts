import { useSyncExternalStore } from 'react';

const CHANGED = 'mt:hash';

function subscribe(listener: () => void): () => void {
  const events = ['hashchange', 'popstate', CHANGED];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** The part of the address behind `#`, with it; empty while the page is rendered without a browser. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  );
}

/** Puts a hash into the address, and tells who shows by it, without moving the page. */
export function setHash(hash: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  if (window.location.hash === hash) return;
  window.history[how](null, '', hash);
  window.dispatchEvent(new Event(CHANGED));
}
