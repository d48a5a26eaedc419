import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { feedStateOf, type TickBus } from '../../bus/index.ts';

/** Whether each feed is offline, and who wants to know of changes. */
export type FeedStates = {
  read: () => Record<ExchangeName, boolean>;
  onChange: (listener: (exchange: ExchangeName, isOffline: boolean) => void) => () => void;
  /** Notices feeds of which nothing is heard any more. */
  sweep: () => void;
  close: () => void;
};

type Known = { isOffline: boolean; heardMs: number };

/**
 * Follows what the owners of the feeds say. A feed nobody speaks of for `silenceMs` is offline too: its owner is
 * gone and no live price comes.
 */
export function followFeeds(
  deps: { bus: TickBus; clock: { now: () => number } },
  silenceMs: number,
): FeedStates {
  const { bus, clock } = deps;
  const listeners = new Set<(exchange: ExchangeName, isOffline: boolean) => void>();
  const startMs = clock.now();
  const known = new Map<ExchangeName, Known>();
  const stateOf = (exchange: ExchangeName): Known =>
    known.get(exchange) ?? { isOffline: false, heardMs: startMs };

  function learn(exchange: ExchangeName, state: Known): void {
    const wasOffline = stateOf(exchange).isOffline;
    known.set(exchange, state);
    if (wasOffline === state.isOffline) return;
    for (const listener of [...listeners]) listener(exchange, state.isOffline);
  }

  const leave = EXCHANGES.map((exchange) =>
    bus.subscribe(feedStateOf(exchange), ({ isOffline }) =>
      learn(exchange, { isOffline, heardMs: clock.now() }),
    ),
  );
  return {
    read: () => ({
      BVG: stateOf('BVG').isOffline,
      FMP: stateOf('FMP').isOffline,
      Bitfinex: stateOf('Bitfinex').isOffline,
      Tiingo: stateOf('Tiingo').isOffline,
    }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sweep() {
      for (const exchange of EXCHANGES) {
        const { heardMs } = stateOf(exchange);
        if (clock.now() - heardMs > silenceMs) learn(exchange, { isOffline: true, heardMs });
      }
    },
    close() {
      for (const unsubscribe of leave) unsubscribe();
      listeners.clear();
    },
  };
}
