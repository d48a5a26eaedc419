import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartSymbol } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { barsNeeded } from '@moneytrail/indicators';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newestMarksOf } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { systemClock } from '../../../lib/clock.ts';
import { decimalsOf } from '../../../lib/format.ts';
import { keptBarsIn } from '../history/kept-bars.ts';
import { createPageReader, withRetries } from '../history/read-page.ts';
import { createBarSource } from '../live/bar-source.ts';
import { presentPreferences } from '../preferences/preferences.ts';
import { type ChartController, chartKey } from './chart-controller.ts';
import { followNewest } from './newest-price.ts';
import { retryLoads } from './retry-loads.ts';

const clock = { now: serverClock.now, after: systemClock.after };

/** A symbol as the chart's engine needs it. */
function chartSymbolOf(info: SymbolInfo): ChartSymbol {
  return {
    ticker: info.ticker,
    code: info.name,
    precision: decimalsOf(info.pricescale),
    hours: MARKET_HOURS[info.marketHours],
    mayBeNegative: info.mayBeNegative,
  };
}

/** Opens an instrument in the chart, and keeps what depends on closed bars up to date. */
export function useOpenChart(
  controller: ChartController | null,
  info: SymbolInfo | undefined,
  resolution: Resolution,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!controller || !info) return;
    const address = { e: info.exchange, fsym: info.name, resolution };
    const readPage = withRetries(clock, createPageReader(address));
    const chart = chartKey(info.ticker, resolution);
    const kept = keptBarsIn(queryClient);
    controller.openedAs(chart);
    controller.lastTickMs.set(null);
    controller.lastBar.set(null);
    const source = createBarSource(
      { clock, random: Math.random, readPage, stream },
      {
        ticker: info.ticker,
        exchange: info.exchange,
        hours: MARKET_HOURS[info.marketHours],
        resolution,
        keptBars: kept.of(chart),
        neededBars: () => barsNeeded(presentPreferences().inputs),
        onTick: controller.lastTickMs.set,
        onClosedBar: () => {
          void queryClient.invalidateQueries(newestMarksOf(address));
        },
        onGap: controller.engine.reload,
      },
    );
    controller.opened.set({ ticker: info.ticker, resolution });
    const { newest } = controller;
    const followed: BarSource = {
      ...source,
      subscribe: (onBar, onUnread) =>
        source.subscribe((bar) => {
          newest.set(followNewest(newest.get(), bar));
          onBar(bar);
        }, onUnread),
    };
    controller.engine.open({ symbol: chartSymbolOf(info), resolution, source: followed });
    return () => {
      // What is drawn until the first bars are there may be of the chart before.
      const load = controller.load.get();
      const isOwn = load.kind !== 'first' && (load.kind !== 'failed' || load.hasBars);
      if (isOwn) kept.keep(chart, controller.engine.bars);
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
    const retrying = retryLoads({ clock, random: Math.random, load, retry: engine.retry });
    if (isFree) retrying.retryNow();
    return retrying.end;
  }, [controller, isFree]);
}
