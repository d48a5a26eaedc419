import { useEffect } from 'react';

const AT_LATEST_MS = 5_000;

/** Runs once the page has nothing more urgent to do; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari lacks the call, and is ready soon.
  if (!('requestIdleCallback' in window)) {
    run();
    return () => {};
  }
  const idle = requestIdleCallback(run, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(idle);
}

/** Runs once the page has nothing more urgent to do; `run` must stay the same. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => whenIdle(run), [run]);
}
