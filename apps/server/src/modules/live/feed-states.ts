import { MINUTE_MS } from '@moneytrail/calendar';
import { byExchange, type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import { feedStateOf, type TickBus } from '../../bus/index.ts';

/** Whether a message comes from the newest owner of its feed; messages of former owners must be dropped. */
export type TokenFence = (exchange: ExchangeName, token: number) => boolean;

type Listener = (exchange: ExchangeName, isOffline: boolean) => void;
type Known = { isOffline: boolean; receivedMs: number };

/** After this silence of the newest owner any token is accepted, as its database may have been restored. */
const FORGET_MS = MINUTE_MS;

export function createTokenFence(clock: { monotonicMs: () => number }): TokenFence {
  const newest = new Map<ExchangeName, { token: number; seenMs: number }>();
  return (exchange, token) => {
    const known = newest.get(exchange);
    const nowMs = clock.monotonicMs();
    if (known && token < known.token && nowMs - known.seenMs < FORGET_MS) return false;
    if (known?.token === token) known.seenMs = nowMs;
    else newest.set(exchange, { token, seenMs: nowMs });
    return true;
  };
}

/** Follows the states that the owners of feeds publish. A feed whose owner is silent for `silenceMs` counts as offline. */
export function followFeeds(
  deps: { bus: TickBus; clock: { monotonicMs: () => number }; fence: TokenFence },
  silenceMs: number,
) {
  const { bus, clock, fence } = deps;
  const listeners = new Set<Listener>();
  const startMs = clock.monotonicMs();
  const known = new Map<ExchangeName, Known>();
  const stateOf = (exchange: ExchangeName): Known =>
    known.get(exchange) ?? { isOffline: false, receivedMs: startMs };

  function update(exchange: ExchangeName, state: Known): void {
    const wasOffline = stateOf(exchange).isOffline;
    known.set(exchange, state);
    if (wasOffline === state.isOffline) return;
    for (const listener of [...listeners]) listener(exchange, state.isOffline);
  }

  const unsubscribes = FEED_EXCHANGES.map((exchange) =>
    bus.subscribe(feedStateOf(exchange), ({ isOffline, token }) => {
      if (fence(exchange, token)) update(exchange, { isOffline, receivedMs: clock.monotonicMs() });
    }),
  );
  return {
    /** Whether each feed is offline. */
    read: () => byExchange((exchange) => stateOf(exchange).isOffline),
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Marks feeds whose owner has gone silent as offline. */
    sweep() {
      for (const exchange of FEED_EXCHANGES) {
        const { receivedMs } = stateOf(exchange);
        if (clock.monotonicMs() - receivedMs > silenceMs)
          update(exchange, { isOffline: true, receivedMs });
      }
    },
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      listeners.clear();
    },
  };
}
