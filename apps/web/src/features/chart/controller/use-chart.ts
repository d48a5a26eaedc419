import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { newestMarksOf } from '../../../api/queries.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { useTheme } from '../../../stores/theme.ts';
import { chartKey, keptBarsIn } from '../data/kept-bars.ts';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';
import { neededBars } from '../preferences/studies-on-chart.ts';
import type { ChartController } from './chart-controller.ts';
import { openInstrument } from './open-instrument.ts';
import { createPageChart, type PageChart, type PaneLimit } from './page-chart.ts';

/**
 * The page's chart: `place` is the ref of its element, `controller` exists while the element does. React sets what is
 * shown; the engine draws.
 */
export function useChart(limit: PaneLimit | null): {
  place: (element: HTMLElement | null) => void;
  controller: ChartController | null;
} {
  const queryClient = useQueryClient();
  const [chart, setChart] = useState<PageChart | null>(null);
  // Created by the ref, not by an effect: the page around it then renders once more instead of twice.
  const [place] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const created = createPageChart(element, queryClient);
    setChart(created);
    return () => {
      setChart(null);
      created.controller.dispose();
    };
  });
  const theme = useTheme();
  const preferences = usePreferences();
  useEffect(() => chart?.show({ preferences, theme, limit }), [chart, preferences, theme, limit]);
  return { place, controller: chart?.controller ?? null };
}

/** Opens an instrument with its kept bars; its newest marks are read again after each closed bar. */
function open(
  controller: ChartController,
  queryClient: QueryClient,
  { info, resolution }: { info: SymbolInfo; resolution: Resolution },
): void {
  const address = { e: info.exchange, fsym: info.name, resolution };
  openInstrument(controller, {
    info,
    resolution,
    keptBars: keptBarsIn(queryClient).of(chartKey(info.ticker, resolution)),
    neededBars: () => neededBars(presentPreferences()),
    onClosedBar: () => {
      void readAnew(queryClient, newestMarksOf(address));
    },
  });
}

/** Opens an instrument in the chart, and keeps its bars when it is left. */
export function useOpenChart(
  controller: ChartController | null,
  info: SymbolInfo | undefined,
  resolution: Resolution,
): void {
  const queryClient = useQueryClient();
  // Before the page around the chart is painted, so that bars are requested first.
  useLayoutEffect(() => {
    if (!controller || !info) return;
    open(controller, queryClient, { info, resolution });
    return () => {
      // Until the first bars are loaded, the drawn ones may be those of the former chart.
      const load = controller.load.get();
      const isOwn = load.kind !== 'first' && (load.kind !== 'failed' || load.hasBars);
      if (!isOwn) return;
      const chart = chartKey(info.ticker, resolution);
      keptBarsIn(queryClient).keep(chart, controller.engine.bars);
    };
  }, [controller, info, resolution, queryClient]);
}

/** Repeats a failed load at once when the network or the source of the prices is back. */
export function useRetryWhenBack(
  controller: ChartController | null,
  isExchangeOffline: boolean,
): void {
  const isBack = useConnection() === 'online' && !isExchangeOffline;
  useEffect(() => {
    if (isBack) controller?.retryNow();
  }, [controller, isBack]);
}
