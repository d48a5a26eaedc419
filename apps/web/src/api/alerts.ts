import { isResolution, SECOND_MS } from '@moneytrail/calendar';
import {
  type Alert,
  type AlertFiring,
  barAddress,
  listAlertFirings,
  listAlerts,
  listWebhooks,
} from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from './session/session.ts';
import { stream } from './stream/stream.ts';

/** Firings of a page of the log. */
export const FIRINGS_A_PAGE = 50;
/** The interval of reads without a stream, which would tell of firings. */
const POLL_MS = 30 * SECOND_MS;

/** The user's alerts, newest first, and the most that the account may have. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => authorizedRequest(listAlerts, {}, { signal }),
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** The number of the account's alerts in use: one on a watchlist counts once for each instrument, but once at least. */
export function usedAlerts(alerts: readonly Alert[]): number {
  return alerts.reduce((sum, { instruments }) => sum + Math.max(1, instruments?.count ?? 1), 0);
}

/** The newest firings and the number of those not seen yet; the stream tells when to read them again. */
export const firingsQuery = queryOptions({
  queryKey: ['alerts', 'firings'],
  queryFn: ({ signal }) =>
    authorizedRequest(listAlertFirings, { query: { limit: FIRINGS_A_PAGE } }, { signal }),
  staleTime: 0,
  refetchInterval: () => (stream.state.get().kind === 'open' ? false : POLL_MS),
  meta: { failure: 'silent' },
});

/** The user's webhooks, oldest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => authorizedRequest(listWebhooks, {}, { signal }),
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** The chart's address at the bar of a firing; null for a resolution that this release does not know. */
export function chartOfFiring({ symbol, resolution, barTime }: AlertFiring) {
  if (!isResolution(resolution)) return null;
  return { symbol, resolution, at: barAddress(barTime, resolution) };
}
