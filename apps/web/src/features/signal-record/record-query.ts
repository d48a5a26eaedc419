import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { getSignalRecord, LEDGER_RESOLUTIONS } from '@moneytrail/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isWorthRetrying } from '../../api/api-error.ts';
import { serverClock } from '../../api/server-clock.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { DEFAULT_CHART } from '../../lib/chart-search.ts';
import type { RecordSearch } from '../../lib/record-search.ts';

export type RecordQuestion = Required<Omit<RecordSearch, 'years'>> & Pick<RecordSearch, 'years'>;

/** The question of a search. Other intervals than the published ones have computed marks alone. */
export function questionOf(search: RecordSearch): RecordQuestion {
  const { resolution = DEFAULT_CHART.resolution, source = 'ledger' } = search;
  return {
    symbol: DEFAULT_CHART.symbol,
    side: 'any',
    strength: 'any',
    ...search,
    resolution,
    source: isPublishedAt(resolution) ? source : 'computed',
  };
}

export function isPublishedAt(resolution: string): boolean {
  return LEDGER_RESOLUTIONS.some((each) => each === resolution);
}

/** The first request of an instrument reads its whole history, which takes some fifteen seconds. */
const ATTEMPTS = 5;
/** A bar is final this long after its end. */
const SETTLE_MS = 20 * SECOND_MS;

/** Read again when a bar has closed; while another record loads, the former one stays. */
export function recordQuery(question: RecordQuestion) {
  const { years, ...others } = question;
  const query = { ...others, ...(years === undefined ? {} : { years: Number(years) }) };
  return queryOptions({
    queryKey: ['signalRecord', question],
    queryFn: ({ signal }) => authorizedRequest(getSignalRecord, { query }, { signal }),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < ATTEMPTS - 1 && isWorthRetrying(error),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.nextClosesAt) return HOUR_MS;
      const dueMs = data.nextClosesAt + SETTLE_MS - serverClock.now();
      return Math.min(Math.max(dueMs, MINUTE_MS), HOUR_MS);
    },
    meta: { failure: 'in-place' },
  });
}
