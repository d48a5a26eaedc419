import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { useSyncExternalStore } from 'react';
import type { ChartController } from './chart-controller.ts';

/**
 * Whether the first bars of a chart are there, or could not be loaded. What is computed from the same bars is asked for
 * after that: the bars come first, and are read from their source once.
 */
export function useHasTried(
  controller: ChartController | null,
  { ticker }: Pick<SymbolInfo, 'ticker'>,
  resolution: Resolution,
): boolean {
  return useSyncExternalStore(
    (listener) => {
      const ends =
        controller && [controller.opened, controller.load].map((one) => one.subscribe(listener));
      return () => {
        for (const end of ends ?? []) end();
      };
    },
    () => {
      const opened = controller?.opened.get();
      if (opened?.info.ticker !== ticker || opened.resolution !== resolution) return false;
      return controller?.load.get().kind !== 'first';
    },
  );
}
