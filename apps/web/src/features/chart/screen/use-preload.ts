import { useEffect } from 'react';
import { whenIdle } from '../../../ui/hooks/use-when-idle.ts';
import type { ChartController } from '../controller/chart-controller.ts';

/** Loads code before it is asked for, so that it opens at once, even if the server is gone by then. */
export function usePreload(
  controller: ChartController | null,
  when: 'with-first-bars' | 'idle-after-first-bars',
  preload: () => void,
): void {
  useEffect(() => {
    if (!controller) return;
    const { lastBar } = controller;
    let cancelIdle = () => {};
    const begin = () => {
      if (!lastBar.get()) return;
      stop();
      if (when === 'with-first-bars') preload();
      else cancelIdle = whenIdle(preload);
    };
    const stop = lastBar.subscribe(begin);
    begin();
    return () => {
      stop();
      cancelIdle();
    };
  }, [controller, when, preload]);
}
