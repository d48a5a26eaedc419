import { useEffect } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';

const AT_LATEST_MS = 5_000;

/**
 * Loads parts that nobody has asked for yet, once the first bars are there and the page has nothing else to do: they open
 * at once then, also when the server has gone away.
 */
export function usePreloadedParts(controller: ChartController | null, preload: () => void): void {
  useEffect(() => {
    if (!controller) return;
    const { lastBar } = controller;
    let cancelIdle = () => {};
    const begin = () => {
      if (!lastBar.get()) return;
      stop();
      // Safari has no such call.
      if (!('requestIdleCallback' in window)) return preload();
      const idle = requestIdleCallback(preload, { timeout: AT_LATEST_MS });
      cancelIdle = () => cancelIdleCallback(idle);
    };
    const stop = lastBar.subscribe(begin);
    begin();
    return () => {
      stop();
      cancelIdle();
    };
  }, [controller, preload]);
}
