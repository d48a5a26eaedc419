import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { useConnection } from '../../../api/use-connection.ts';
import { keptBarsIn } from '../history/kept-bars.ts';
import { type ChartController, chartKey } from './chart-controller.ts';
import { chartClock } from './open-instrument.ts';
import { openOnPage } from './open-on-page.ts';
import { retryLoads } from './retry-loads.ts';

/** Opens an instrument in the chart, and keeps what depends on closed bars up to date. */
export function useOpenChart(
  controller: ChartController | null,
  info: SymbolInfo | undefined,
  resolution: Resolution,
): void {
  const queryClient = useQueryClient();
  // Before the page around it is painted: the bars are what is waited for.
  useLayoutEffect(() => {
    if (!controller || !info) return;
    const opened = controller.opened.get();
    // The first chart was opened before the page was there.
    if (opened?.info !== info || opened.resolution !== resolution) {
      openOnPage(controller, queryClient, { info, resolution });
    }
    return () => {
      // What is drawn until the first bars are there may be of the chart before.
      const load = controller.load.get();
      const isOwn = load.kind !== 'first' && (load.kind !== 'failed' || load.hasBars);
      if (!isOwn) return;
      const chart = chartKey(info.ticker, resolution);
      keptBarsIn(queryClient).keep(chart, controller.engine.bars);
    };
  }, [controller, info, resolution, queryClient]);
}

/** Loads again what failed, at once when the network or the source of the prices is back. */
export function useRetryWhenBack(
  controller: ChartController | null,
  isExchangeOffline: boolean,
): void {
  const isOnline = useConnection() === 'online';
  const isFree = isOnline && !isExchangeOffline;
  useEffect(() => {
    if (!controller) return;
    const { load, engine } = controller;
    const retrying = retryLoads({
      clock: chartClock,
      random: Math.random,
      load,
      retry: engine.retry,
    });
    if (isFree) retrying.retryNow();
    return retrying.end;
  }, [controller, isFree]);
}
