import { useEffect } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { retryLoads } from '../controller/retry-loads.ts';
import { loadOf } from './load-of.ts';

/** Loads again what failed of an instrument that is compared, at once when the network is back. */
export function useRetryCompared(controller: ChartController, symbol: string): void {
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    const load = createValueStore(loadOf(controller, symbol));
    const stop = controller.comparedReadings.subscribe(() => load.set(loadOf(controller, symbol)));
    const retrying = retryLoads({
      clock: serverClock,
      random: Math.random,
      load,
      retry: () => controller.engine.comparison.retry(symbol),
    });
    if (isOnline) retrying.retryNow();
    return () => {
      stop();
      retrying.end();
    };
  }, [controller, symbol, isOnline]);
}
