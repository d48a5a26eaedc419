import { SECOND_MS } from '@moneytrail/calendar';
import type { Query, QueryClient } from '@tanstack/react-query';
import { backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import type { ValueStore } from '../lib/value-store.ts';
import { isWorthRetrying } from './api-error.ts';

const PAUSES = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

type Deps = { clock: Clock; random: () => number; isReachable: ValueStore<boolean> };

/** A query in use that has failed or is failing, and is worth repeating. */
function isFailing(query: Query): boolean {
  const { status, error, fetchFailureCount, fetchFailureReason } = query.state;
  if (!query.isActive()) return false;
  if (fetchFailureCount > 0) return isWorthRetrying(fetchFailureReason);
  return status === 'error' && isWorthRetrying(error);
}

/** Repeats failed queries while they are in use: after growing pauses, and at once when the server is back. */
export function retryFailedQueries(client: QueryClient, deps: Deps): () => void {
  const { clock, random, isReachable } = deps;
  const waiting = new Map<string, { failures: number; cancel: () => void }>();
  const cache = client.getQueryCache();

  const ask = (query: Query) => {
    if (isFailing(query)) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
  };
  const stopWatching = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const former = waiting.get(query.queryHash);
    if (action.type === 'success') {
      former?.cancel();
      waiting.delete(query.queryHash);
    }
    if (action.type !== 'error' || !isWorthRetrying(action.error)) return;
    former?.cancel();
    const failures = former?.failures ?? 0;
    const cancel = clock.after(backoffMs(failures, PAUSES, random), () => ask(query));
    waiting.set(query.queryHash, { failures: failures + 1, cancel });
  });
  const stopListening = isReachable.subscribe(() => {
    if (isReachable.get()) for (const query of cache.findAll({ predicate: isFailing })) ask(query);
  });
  return () => {
    stopWatching();
    stopListening();
    for (const { cancel } of waiting.values()) cancel();
  };
}
