import { useState, useSyncExternalStore } from 'react';
import type { ChartController } from './chart-controller.ts';

/** Whether bars have been on the screen, of whatever instrument, or could not be loaded; once true it stays. */
export function useHadBars(controller: ChartController | null): boolean {
  const [hadBars, setHadBars] = useState(false);
  const hasBars = useSyncExternalStore(
    (listener) => {
      const ends =
        controller && [controller.lastBar, controller.load].map((one) => one.subscribe(listener));
      return () => {
        for (const end of ends ?? []) end();
      };
    },
    () => controller?.lastBar.get() != null || controller?.load.get().kind === 'failed',
  );
  if (hasBars && !hadBars) setHadBars(true);
  return hadBars || hasBars;
}
