import { useEffect } from 'react';

const AT_LATEST_MS = 5_000;

/** Runs `run` once when the page is idle; `run` must be stable. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => {
    // Safari lacks requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      run();
      return;
    }
    const idle = window.requestIdleCallback(run, { timeout: AT_LATEST_MS });
    return () => window.cancelIdleCallback(idle);
  }, [run]);
}
