import {
  barTimeOf,
  HOUR_MS,
  type MarketHours,
  MINUTE_MS,
  type Resolution,
  SECOND_MS,
} from '@moneytrail/calendar';
import type { Clock } from '../../../lib/clock.ts';
import { nextBarToClose } from './bar-scheduler.ts';
import { createRepeatedRead } from './repeated-read.ts';

/** So long after its end a bar may still change in history. */
const SETTLED_MS = 10 * SECOND_MS;
/** The server has read again what an outage kept from it within so long after the return. */
const RECOVERED_MS = 5 * MINUTE_MS;
/** After a return history is read at once and then after these pauses, however seldom bars close. */
const LOOKS_AFTER_RETURN_MS = [20 * SECOND_MS, MINUTE_MS, RECOVERED_MS + SECOND_MS];

/** While a feed is away each look reads so much: what lies further back comes when the feed is back. */
const TAIL_MS = HOUR_MS;

/** What may be away: the connection to the server, or the server's source. */
type Way = 'stream' | 'feed';

export type WatermarkDeps = {
  clock: Clock;
  random: () => number;
  hours: MarketHours;
  resolution: Resolution;
  /** Reads all bars from a time on and hands them over; false where the newest may be missing. */
  read: (fromMs: number, askedMs: number, signal: AbortSignal) => Promise<boolean>;
  /** See `BarSource`. */
  onUnread: (fromMs: number | null) => void;
};

/** The time up to which every bar has been read from history after it had settled. */
export type Watermark = {
  /** The newest bars were read as a whole; `lastMs` is the newest one's time. */
  loaded: (read: { askedMs: number; isWhole: boolean; lastMs: number | null }) => void;
  /** Reads from the watermark on, again until it succeeds. Resolves after the first attempt. */
  catchUp: () => Promise<void>;
  lost: (way: Way) => void;
  returned: (way: Way) => void;
  /** Whether a bar had settled at a moment. */
  isSettled: (barMs: number, atMs: number) => boolean;
  end: () => void;
};

/** Calls after each pause, until it is cancelled or set anew. */
function createLooks(clock: Clock, look: () => void) {
  let cancels: (() => void)[] = [];
  const cancel = () => {
    for (const one of cancels) one();
  };
  const start = () => {
    cancel();
    cancels = LOOKS_AFTER_RETURN_MS.map((pauseMs) => clock.after(pauseMs, look));
  };
  return { start, cancel };
}

/**
 * Only what was read moves the watermark, never a tick. After an outage it stays where it was until the server has had
 * the time to read the outage again itself, so that each look reads the whole of it. What looks could not read is
 * marked, whether or not the stream goes on, from the second such look in a row: a source that is slow to have a bar
 * that has just closed has it by then.
 */
export function createWatermark(deps: WatermarkDeps): Watermark {
  const { clock, hours, resolution } = deps;
  const away = new Set<Way>();
  let completeMs: number | null = null;
  let heldUntilMs = 0;
  let isUnread = false;
  let failedLooks = 0;

  const unsettledMs = (atMs: number) => nextBarToClose(hours, resolution, atMs - SETTLED_MS);
  const mark = (isOn: boolean) => {
    isUnread = isOn;
    deps.onUnread(isOn ? completeMs : null);
  };
  const noteFailedLook = () => {
    failedLooks += 1;
    if (isUnread || failedLooks > 1) mark(true);
  };
  const advance = (askedMs: number) => {
    const isHeld = away.has('feed') || clock.now() < heldUntilMs;
    if (completeMs === null || !isHeld) {
      completeMs = Math.max(completeMs ?? 0, unsettledMs(askedMs));
    }
  };
  const reading = createRepeatedRead(deps, async (signal) => {
    if (completeMs === null) return true;
    const askedMs = clock.now();
    const isFeedAway = away.has('feed');
    const tailMs = barTimeOf(hours, resolution, askedMs - TAIL_MS);
    const fromMs = isFeedAway ? Math.max(completeMs, tailMs) : completeMs;
    const isWhole = await deps.read(fromMs, askedMs, signal).catch((error: unknown) => {
      if (!signal.aborted) noteFailedLook();
      throw error;
    });
    if (signal.aborted) return false;
    if (isFeedAway) return true;
    if (!isWhole) {
      noteFailedLook();
      return false;
    }
    failedLooks = 0;
    advance(askedMs);
    mark(isUnread && away.size > 0);
    return true;
  });
  const looks = createLooks(clock, () => void reading.run());

  return {
    loaded({ askedMs, isWhole, lastMs }) {
      if (isWhole) advance(askedMs);
      else completeMs = Math.min(completeMs ?? Number.POSITIVE_INFINITY, lastMs ?? askedMs);
      mark(isUnread || !isWhole);
      if (!isWhole) void reading.run();
    },
    catchUp: reading.run,
    lost(way) {
      away.add(way);
      mark(true);
    },
    returned(way) {
      away.delete(way);
      mark(true);
      heldUntilMs = clock.now() + RECOVERED_MS;
      looks.start();
      reading.runAtOnce();
    },
    isSettled: (barMs, atMs) => barMs < unsettledMs(atMs),
    end() {
      reading.end();
      looks.cancel();
    },
  };
}
