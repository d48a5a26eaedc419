import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { barsNeeded } from '@moneytrail/indicators';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { systemClock } from '../../../lib/clock.ts';
import { keptBarsIn } from '../history/kept-bars.ts';
import { createPageReader } from '../history/read-page.ts';
import { withRetries } from '../history/retry-page.ts';
import { createBarSource } from '../live/bar-source.ts';
import { presentPreferences } from '../preferences/preferences.ts';
import { type ChartSession, chartKey } from './chart-session.ts';
import { chartSymbolOf } from './instrument.ts';

const clock = { now: serverClock.now, after: systemClock.after };

/** Opens an instrument in the chart, and keeps what depends on closed bars up to date. */
export function useOpenChart(
  session: ChartSession | null,
  info: SymbolInfo | undefined,
  resolution: Resolution,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!session || !info) return;
    const address = { e: info.exchange, fsym: info.name, resolution };
    const readPage = withRetries(clock, createPageReader(address));
    const chart = chartKey(info.ticker, resolution);
    const kept = keptBarsIn(queryClient);
    session.openedAs(chart);
    session.lastTickMs.set(null);
    session.lastBar.set(null);
    const source = createBarSource(
      { clock, random: Math.random, readPage, stream },
      {
        ticker: info.ticker,
        hours: MARKET_HOURS[info.marketHours],
        resolution,
        keptBars: kept.of(chart),
        neededBars: () => barsNeeded(presentPreferences().inputs),
        onTick: session.lastTickMs.set,
        onClosedBar: () => {
          void queryClient.invalidateQueries({ queryKey: ['summary'] });
          void queryClient.invalidateQueries({ queryKey: ['marks'] });
        },
        onGap: session.engine.reload,
      },
    );
    session.opened.set({ ticker: info.ticker, resolution });
    session.engine.open({ symbol: chartSymbolOf(info), resolution, source });
    return () => {
      // What is drawn until the first bars are there may be of the chart before.
      const load = session.load.get();
      const isOwn = load.kind !== 'first' && (load.kind !== 'failed' || load.hasBars);
      if (isOwn) kept.keep(chart, session.engine.bars());
    };
  }, [session, info, resolution, queryClient]);
}
