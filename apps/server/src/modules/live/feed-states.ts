import { MINUTE_MS } from '@moneytrail/calendar';
import { byExchange, type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import { feedStateOf, type TickBus } from '../../bus/index.ts';
import { groupKey, groupOf, groupsOf } from './feed-groups.ts';

/** The tokens of a message; releases before groups publish that of the feed alone. */
type MessageTokens = { token: number; groupToken?: number | undefined };

/** Whether a message comes from the newest owner of a group; messages of former owners must be dropped. */
export type TokenFence = (
  from: { exchange: ExchangeName; group: number },
  tokens: MessageTokens,
) => boolean;

type Listener = (exchange: ExchangeName) => void;
type Known = { isOffline: boolean; receivedMs: number };

/** After this silence of the newest owner any token is accepted, as its database may have been restored. */
const FORGET_MS = MINUTE_MS;

export function createTokenFence(clock: { monotonicMs: () => number }): TokenFence {
  const newest = new Map<string, { token: number; seenMs: number }>();
  function isNewest(name: string, token: number): boolean {
    const known = newest.get(name);
    const nowMs = clock.monotonicMs();
    if (known && token < known.token && nowMs - known.seenMs < FORGET_MS) return false;
    if (known?.token === token) known.seenMs = nowMs;
    else newest.set(name, { token, seenMs: nowMs });
    return true;
  }
  return ({ exchange, group }, { token, groupToken }) =>
    isNewest(exchange, token) &&
    (groupToken === undefined || isNewest(`${exchange} ${group}`, groupToken));
}

/**
 * Follows the states that the owners of groups publish. A group whose owner is silent for `silenceMs` counts as offline,
 * and a feed if one of its groups does.
 */
export function followFeeds(
  deps: { bus: TickBus; clock: { monotonicMs: () => number }; fence: TokenFence },
  silenceMs: number,
) {
  const { bus, clock, fence } = deps;
  const listeners = new Set<Listener>();
  const startMs = clock.monotonicMs();
  const known = new Map<string, Known>(
    FEED_EXCHANGES.flatMap((exchange) =>
      groupsOf(exchange).map((group) => [
        groupKey({ exchange, group }),
        { isOffline: false, receivedMs: startMs },
      ]),
    ),
  );

  const isGroupOffline = (exchange: ExchangeName, group: number): boolean =>
    known.get(`${exchange} ${group}`)?.isOffline ?? false;

  /** Changes the states of groups, and calls the listeners if any has changed. */
  function update(exchange: ExchangeName, changes: readonly (Known & { group: number })[]): void {
    const isChanged = changes.some(
      ({ group, isOffline }) => isGroupOffline(exchange, group) !== isOffline,
    );
    for (const { group, ...state } of changes) known.set(`${exchange} ${group}`, state);
    if (isChanged) for (const listener of [...listeners]) listener(exchange);
  }

  const unsubscribes = FEED_EXCHANGES.map((exchange) =>
    bus.subscribe(feedStateOf(exchange), ({ isOffline, token, groups }) => {
      const receivedMs = clock.monotonicMs();
      const told = groups ?? groupsOf(exchange).map((group) => ({ group, groupToken: undefined }));
      const current = told.filter(({ group, groupToken }) =>
        fence({ exchange, group }, { token, groupToken }),
      );
      const changes = current.map(({ group }) => ({ group, isOffline, receivedMs }));
      update(exchange, changes);
    }),
  );
  return {
    /** Whether each feed is offline, with at least one of its groups. */
    read: () =>
      byExchange((exchange) =>
        exchange === 'Imported'
          ? false
          : groupsOf(exchange).some((group) => isGroupOffline(exchange, group)),
      ),
    /** Whether the live prices of an instrument are offline. */
    isOffline: (instrument: { exchange: ExchangeName; id: number }): boolean =>
      isGroupOffline(instrument.exchange, groupOf(instrument)),
    /** Calls the listener when a group of a feed goes offline or returns. */
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Marks groups whose owner has gone silent as offline. */
    sweep() {
      const nowMs = clock.monotonicMs();
      for (const exchange of FEED_EXCHANGES) {
        const silent = groupsOf(exchange).flatMap((group) => {
          const receivedMs = known.get(groupKey({ exchange, group }))?.receivedMs ?? startMs;
          return nowMs - receivedMs > silenceMs ? [{ group, isOffline: true, receivedMs }] : [];
        });
        update(exchange, silent);
      }
    },
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      listeners.clear();
    },
  };
}
