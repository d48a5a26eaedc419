import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { getPriceSignal, listPriceSignals, type PriceSignal } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { isWorthRetrying } from '../../api/api-error.ts';
import { authorizedRequest } from '../../api/authorized-request.ts';
import { serverClock } from '../../api/server-clock.ts';

/** The instruments of the cards; read again where rights changed, as everything is. */
export const signalListQuery = queryOptions({
  queryKey: ['priceSignals'],
  queryFn: ({ signal }) => authorizedRequest(listPriceSignals, {}, { signal }),
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** A bar has its final form so long after its end, give or take: not everybody asks at once. */
const SETTLE_MS = 15 * SECOND_MS;
const JITTER_MS = 3 * SECOND_MS;
/** How soon a bar that is late, or what was answered with a warning, is looked for again. */
const LATE_MS = 30 * SECOND_MS;

/**
 * How long what was answered is shown before it is read again: until the next bar has closed, an hour at most. An hour
 * where no bar comes any more.
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

/** A first look at an instrument reads its whole history: while that takes the card waits, some fifteen seconds. */
const ATTEMPTS = 5;

/** The signal of one instrument, read again at the close of its bar and when the page is looked at again. */
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
