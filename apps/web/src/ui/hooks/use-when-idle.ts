import { useEffect } from 'react';

const AT_LATEST_MS = 5_000;

/** Runs once the page has nothing more urgent to do; `run` stays the same. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => {
    // Safari has no such call, and is soon ready.
    if (!('requestIdleCallback' in window)) {
      run();
      return;
    }
    const idle = window.requestIdleCallback(run, { timeout: AT_LATEST_MS });
    return () => window.cancelIdleCallback(idle);
  }, [run]);
}
