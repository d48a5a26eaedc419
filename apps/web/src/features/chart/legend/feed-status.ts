import {
  isMarketOpen,
  type MarketHours,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import type { StreamState } from '../../../api/stream/connection.ts';

/** How fresh the shown price is. */
export type FeedStatus = 'live' | 'late' | 'closed' | 'offline' | 'polling';

/** Dots that differ in shape, not in colour alone. */
export const STATUS_LOOKS: Readonly<Record<FeedStatus, { mark: string; word: string }>> = {
  live: { mark: '●', word: 'Live' },
  late: { mark: '◐', word: 'Late' },
  closed: { mark: '○', word: 'Closed' },
  offline: { mark: '✕', word: 'Offline' },
  polling: { mark: '↻', word: 'Polling' },
};

const SHORTEST_LATE_MS = 60_000;

export type FeedFacts = {
  isExchangeOffline: boolean;
  stream: StreamState;
  /** An outage left bars that have not been read again yet. */
  isUnread: boolean;
  /** When the newest price was made; null before the first. */
  lastTickMs: number | null;
  hours: MarketHours;
  resolution: Resolution;
  nowMs: number;
};

/**
 * The status of a feed. Outside its session a market is closed, never late; late is an open session without a price
 * for 60 s or two bars, whichever is longer. A stream that has just opened is given that time for its first price.
 */
export function feedStatusOf(facts: FeedFacts): FeedStatus {
  const { stream, lastTickMs, hours, resolution, nowMs } = facts;
  if (facts.isExchangeOffline) return 'offline';
  if (!isMarketOpen(hours, nowMs)) return 'closed';
  if (stream.kind !== 'open' || facts.isUnread) return 'polling';
  const newestMs = Math.max(lastTickMs ?? 0, stream.sinceMs);
  const lateAfterMs = Math.max(SHORTEST_LATE_MS, 2 * resolutionMs(resolution));
  return nowMs - newestMs > lateAfterMs ? 'late' : 'live';
}
