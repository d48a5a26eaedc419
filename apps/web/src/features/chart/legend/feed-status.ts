import {
  isMarketOpen,
  type MarketHours,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import type { LoadState } from '@moneytrail/chart';
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

/** Why a feed has its status, for who asks. */
export const STATUS_REASONS: Readonly<Record<FeedStatus, string>> = {
  live: 'Prices arrive as they are made.',
  late: 'The market is open, but no new price has arrived.',
  closed: 'The market is closed.',
  offline: 'The source cannot be reached; stored data is shown.',
  polling: 'Bars are still being read, or the live stream is interrupted.',
};

const SHORTEST_LATE_MS = 60_000;
/** A chart that opens is given so long for its first bars: the word would only flicker. */
const OPENING_MS = 1_000;

export type FeedFacts = {
  isExchangeOffline: boolean;
  stream: StreamState;
  /** An outage left bars that have not been read again yet. */
  isUnread: boolean;
  load: LoadState;
  /** When the chart was told to show this instrument in this resolution. */
  openedAtMs: number;
  /** When the newest price was made; null before the first. */
  lastTickMs: number | null;
  hours: MarketHours;
  resolution: Resolution;
  nowMs: number;
};

/** Whether the newest bars are waited for, or could not be read. */
function lacksNewest(load: LoadState, nowMs: number): boolean {
  if (load.kind === 'first') return load.isRetry || nowMs - load.startedAtMs > OPENING_MS;
  return load.kind === 'failed' && load.part === 'first';
}

/**
 * The status of a feed. Outside its session a market is closed, never late; late is an open session without a price
 * for 60 s or two bars, whichever is longer. A stream or a chart that has just opened is given that time for its first
 * price.
 */
export function feedStatusOf(facts: FeedFacts): FeedStatus {
  const { stream, openedAtMs, lastTickMs, hours, resolution, nowMs } = facts;
  if (facts.isExchangeOffline) return 'offline';
  if (!isMarketOpen(hours, nowMs)) return 'closed';
  const isBehind = facts.isUnread || lacksNewest(facts.load, nowMs);
  if (stream.kind !== 'open' || isBehind) return 'polling';
  const newestMs = Math.max(lastTickMs ?? 0, openedAtMs, stream.sinceMs);
  const lateAfterMs = Math.max(SHORTEST_LATE_MS, 2 * resolutionMs(resolution));
  return nowMs - newestMs > lateAfterMs ? 'late' : 'live';
}
