import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { useState, useSyncExternalStore } from 'react';
import type { ChartController } from './chart-controller.ts';

type Store = { subscribe: (listener: () => void) => () => void };

function useControllerValue<Value>(
  controller: ChartController | null,
  storesOf: (controller: ChartController) => readonly Store[],
  read: () => Value,
): Value {
  return useSyncExternalStore((listener) => {
    const ends = controller ? storesOf(controller).map((store) => store.subscribe(listener)) : [];
    return () => {
      for (const end of ends) end();
    };
  }, read);
}

/** True once bars of any instrument have been drawn, or could not be loaded. */
export function useHadBars(controller: ChartController | null): boolean {
  const [hadBars, setHadBars] = useState(false);
  const hasBars = useControllerValue(
    controller,
    ({ lastBar, load }) => [lastBar, load],
    () => controller?.lastBar.get() != null || controller?.load.get().kind === 'failed',
  );
  if (hasBars && !hadBars) setHadBars(true);
  return hadBars || hasBars;
}

/**
 * True once the first bars of a chart are loaded, or could not be. Data computed from the same bars is requested after
 * that, so bars come first and the server reads them from their source once.
 */
export function useFirstBarsSettled(
  controller: ChartController | null,
  { ticker }: Pick<SymbolInfo, 'ticker'>,
  resolution: Resolution,
): boolean {
  return useControllerValue(
    controller,
    ({ opened, load }) => [opened, load],
    () => {
      const opened = controller?.opened.get();
      if (opened?.info.ticker !== ticker || opened.resolution !== resolution) return false;
      return controller?.load.get().kind !== 'first';
    },
  );
}
