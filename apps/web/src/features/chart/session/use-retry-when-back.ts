import { useEffect } from 'react';
import { useOnline } from '../../../stores/online.ts';
import type { ChartSession } from './chart-session.ts';

/** Loads what failed once more when the network or the source of the prices is back. */
export function useRetryWhenBack(session: ChartSession | null, isExchangeOffline: boolean): void {
  const isOnline = useOnline();
  useEffect(() => {
    if (!session || !isOnline || isExchangeOffline) return;
    if (session.load.get().kind === 'failed') session.engine.retry();
  }, [session, isOnline, isExchangeOffline]);
}
