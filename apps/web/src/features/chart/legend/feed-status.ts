import {
  isMarketOpen,
  type MarketHours,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import type { LoadState } from '@moneytrail/chart';
import type { StreamState } from '../../../api/stream/stream-client.ts';

export type FeedStatus = 'live' | 'late' | 'closed' | 'offline' | 'polling' | 'file';

/** The marks differ in shape, not only in colour. */
export const STATUS_LOOKS: Readonly<Record<FeedStatus, { mark: string; word: string }>> = {
  live: { mark: '●', word: 'Live' },
  late: { mark: '◐', word: 'Late' },
  closed: { mark: '○', word: 'Closed' },
  offline: { mark: '✕', word: 'Offline' },
  polling: { mark: '↻', word: 'Polling' },
  file: { mark: '▤', word: 'From files' },
};

const STATUS_REASONS: Readonly<Record<FeedStatus, string>> = {
  live: 'Prices arrive as they are made.',
  late: 'The market is open, but no new price has arrived.',
  closed: 'The market is closed.',
  offline: 'The source cannot be reached; stored data is shown.',
  polling: 'Bars are still being read, or the live stream is interrupted.',
  file: 'An administrator has imported these bars. No new prices arrive.',
};
const HELD_REASON =
  'Too many charts are open, or they were changed too often. Live prices return within a minute.';

/** The reason of a status; a stream that the server has put off for a minute is named. */
export function statusReason(status: FeedStatus, stream: StreamState): string {
  const isHeld = status === 'polling' && stream.kind === 'down' && stream.isHeld === true;
  return isHeld ? HELD_REASON : STATUS_REASONS[status];
}

const SHORTEST_LATE_MS = 60_000;
/** Time for the first bars of a chart that has just opened; without it the status would flicker. */
const OPENING_MS = 1_000;

export type FeedFacts = {
  /** The instrument is made from files, so that no price will arrive. */
  isFromFiles: boolean;
  isExchangeOffline: boolean;
  stream: StreamState;
  /** Bars missed in an outage have not been read yet. */
  isUnread: boolean;
  load: LoadState;
  openedAtMs: number;
  /** Time of the newest price; null before the first. */
  lastTickMs: number | null;
  hours: MarketHours;
  resolution: Resolution;
  nowMs: number;
};

/** The newest bars are overdue or could not be read. */
function lacksNewest(load: LoadState, nowMs: number): boolean {
  if (load.kind === 'first') return load.isRetry || nowMs - load.startedAtMs > OPENING_MS;
  return load.kind === 'failed' && load.part === 'first';
}

/**
 * The status of a feed. Outside its session a market is closed, never late. In an open session a feed is late after 60
 * s or two bars without a price, whichever is longer, counted from the newest price or, if later, from when the stream
 * or the chart opened.
 */
export function feedStatusOf(facts: FeedFacts): FeedStatus {
  const { stream, openedAtMs, lastTickMs, hours, resolution, nowMs } = facts;
  if (facts.isFromFiles) return 'file';
  if (facts.isExchangeOffline) return 'offline';
  if (!isMarketOpen(hours, nowMs)) return 'closed';
  const isBehind = facts.isUnread || lacksNewest(facts.load, nowMs);
  if (stream.kind !== 'open' || isBehind) return 'polling';
  const newestMs = Math.max(lastTickMs ?? 0, openedAtMs, stream.sinceMs);
  const lateAfterMs = Math.max(SHORTEST_LATE_MS, 2 * resolutionMs(resolution));
  return nowMs - newestMs > lateAfterMs ? 'late' : 'live';
}
