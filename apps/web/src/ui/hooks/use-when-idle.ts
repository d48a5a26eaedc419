import { useEffect, useLayoutEffect } from 'react';

const AT_LATEST_MS = 5_000;

/** Parts in sight that are still opening. */
const urgent = new Set<symbol>();

/** Until the returned function is called, the page is not idle: parts in sight go before preloaded ones. */
export function beginUrgent(): () => void {
  const part = Symbol('urgent');
  urgent.add(part);
  return () => urgent.delete(part);
}

/** While it is rendered, the page is not idle. */
export function Urgent() {
  useLayoutEffect(beginUrgent, []);
  return null;
}

/** Runs once the page has nothing more urgent to do, after 5 s at the latest; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari lacks the call, and is ready soon.
  if (!('requestIdleCallback' in window)) {
    run();
    return () => {};
  }
  const latestAt = performance.now() + AT_LATEST_MS;
  let idle = 0;
  const attempt = () => {
    const timeout = latestAt - performance.now();
    if (urgent.size > 0 && timeout > 0) idle = requestIdleCallback(attempt, { timeout });
    else run();
  };
  idle = requestIdleCallback(attempt, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(idle);
}

/** Runs once the page has nothing more urgent to do; `run` must stay the same. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => whenIdle(run), [run]);
}
