import type { Summary, SymbolInfo } from '@moneytrail/contract';
import { barsNeeded } from '@moneytrail/indicators';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOnline } from '../../../stores/online.ts';
import { presentPreferences } from '../preferences/preferences.ts';
import type { ChartSession } from './chart-session.ts';

/** Loads what failed once more when the network or the source of the prices is back. */
export function useRetryWhenBack(session: ChartSession | null, isExchangeOffline: boolean): void {
  const isOnline = useOnline();
  useEffect(() => {
    if (!session || !isOnline || isExchangeOffline) return;
    if (session.load.get().kind === 'failed') session.engine.retry();
  }, [session, isOnline, isExchangeOffline]);
}

/** A summary that was asked for before the first bars of a chart were there knows fewer than there are. */
export function useWholeSummary(session: ChartSession | null, info: SymbolInfo): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!session) return;
    let before = session.load.get().kind;
    return session.load.subscribe(() => {
      const { kind } = session.load.get();
      const isLoaded = before === 'first' && kind === 'idle';
      before = kind;
      if (!isLoaded) return;
      const needed = barsNeeded(presentPreferences().inputs);
      // The last bar may still be forming.
      const known = Math.min(needed, session.engine.bars().length - 1);
      for (const [queryKey, data] of queryClient.getQueriesData<Summary>({
        queryKey: ['summary'],
      })) {
        const isShort = data?.symbol === info.ticker && data.barCount < known;
        if (isShort) void queryClient.invalidateQueries({ queryKey, exact: true });
      }
    });
  }, [session, info, queryClient]);
}
