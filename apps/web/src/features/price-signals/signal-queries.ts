import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { getPriceSignal, listPriceSignals, type PriceSignal } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { isWorthRetrying } from '../../api/api-error.ts';
import { serverClock } from '../../api/server-clock.ts';
import { authorizedRequest } from '../../api/session/session.ts';

/** Read again when rights change, as every query is. */
export const signalListQuery = queryOptions({
  queryKey: ['priceSignals'],
  queryFn: ({ signal }) => authorizedRequest(listPriceSignals, {}, { signal }),
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** A bar is final this long after its end; varied so that not all browsers ask at once. */
const SETTLE_MS = 15 * SECOND_MS;
const JITTER_MS = 3 * SECOND_MS;
/** Retry interval for a late bar or an answer with a warning. */
const LATE_MS = 30 * SECOND_MS;

/**
 * Time until the answer is read again: when the next bar has closed, an hour at most. An hour if no more bars come.
 */
export function refreshInMs(
  known: Pick<PriceSignal, 'time' | 'nextClosesAt' | 'warning'> | undefined,
  nowMs: number,
  random: () => number,
): number {
  if (!known || known.warning !== undefined || known.time === null) return LATE_MS;
  if (known.nextClosesAt === null) return HOUR_MS;
  const dueMs = known.nextClosesAt + SETTLE_MS + (random() * 2 - 1) * JITTER_MS;
  return dueMs > nowMs ? Math.min(dueMs - nowMs, HOUR_MS) : LATE_MS;
}

/** The first request of an instrument reads its whole history, which takes some fifteen seconds. */
const ATTEMPTS = 5;

/** Read again when its bar closes and when the window regains the focus. */
export function signalQuery(symbol: string) {
  return queryOptions({
    queryKey: ['priceSignal', symbol],
    queryFn: ({ signal }) => authorizedRequest(getPriceSignal, { query: { symbol } }, { signal }),
    staleTime: MINUTE_MS,
    retry: (failures, error) => failures < ATTEMPTS - 1 && isWorthRetrying(error),
    refetchInterval: ({ state }) => refreshInMs(state.data, serverClock.now(), Math.random),
    meta: { failure: 'in-place' },
  });
}
