import {
  barTimeOf,
  HOUR_MS,
  type MarketHours,
  MINUTE_MS,
  type Resolution,
  SECOND_MS,
} from '@moneytrail/calendar';
import { isWorthRetrying, retryPauseMs } from '../../../api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import { nextBarToClose } from './bar-scheduler.ts';

/** A bar may still change in history for this long after its end. */
const SETTLED_MS = 10 * SECOND_MS;

/** The time up to which an answer includes all trades if it does not tell it. */
export const settledBeforeMs = (askedMs: number): number => askedMs - SETTLED_MS;

/** The knowledge of a read of history about the newest bars. */
export type Knowledge = {
  /** False where the newest bars may be missing. */
  isWhole: boolean;
  /** All trades up to this moment are included, on the feed's clock. */
  knownUntilMs: number;
};

/** The server has repaired an outage of its source this long after the source returned. */
const RECOVERED_MS = 5 * MINUTE_MS;
/** History is read at once after a return and again after these pauses, however seldom bars close. */
const READS_AFTER_RETURN_MS = [20 * SECOND_MS, MINUTE_MS, RECOVERED_MS + SECOND_MS];
/** Span of a read while a feed is away; older bars follow when the feed returns. */
const TAIL_MS = HOUR_MS;
const RETRIES = { firstMs: SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

/** The connection to the server, or the server's connection to its source. */
type Link = 'stream' | 'feed';

type RetryDeps = { clock: Clock; random: () => number };

/**
 * Repeats a read until it succeeds, one at a time. `read` returns whether it succeeded; a rejection is a failure, unless
 * it is a refusal, which repeating would not change.
 */
function createRepeatedRead(
  { clock, random }: RetryDeps,
  read: (signal: AbortSignal) => Promise<boolean>,
) {
  let failures = 0;
  let cancelRetry = () => {};
  let running: Promise<void> | null = null;
  let current = new AbortController();
  let isWantedAgain = false;
  let isEnded = false;

  const attempt = async () => {
    cancelRetry();
    current = new AbortController();
    let failure: unknown = null;
    const isDone = await read(current.signal).catch((error: unknown) => {
      failure = error;
      return !isWorthRetrying(error);
    });
    if (isEnded) return;
    if (isDone) failures = 0;
    else {
      const pauseMs = retryPauseMs(failure, failures, { ...RETRIES, random });
      cancelRetry = clock.after(pauseMs, () => void run());
      failures += 1;
    }
  };
  const run = async (): Promise<void> => {
    if (isEnded) return;
    if (running) {
      isWantedAgain = true;
      return running;
    }
    running = attempt();
    await running;
    running = null;
    if (!isWantedAgain) return;
    isWantedAgain = false;
    void run();
  };
  return {
    /** Reads now, or once more after the running read. Resolves after the first attempt. */
    run,
    /** Reads now: the running read may be waiting for a lost answer. */
    runAtOnce() {
      failures = 0;
      current.abort();
      void run();
    },
    end() {
      isEnded = true;
      current.abort();
      cancelRetry();
    },
  };
}

/** Calls back after each pause; starting again cancels the remaining calls. */
function createDelayedCalls(clock: Clock, pausesMs: readonly number[], callback: () => void) {
  let cancels: (() => void)[] = [];
  const cancel = () => {
    for (const one of cancels) one();
  };
  const start = () => {
    cancel();
    cancels = pausesMs.map((pauseMs) => clock.after(pauseMs, callback));
  };
  return { start, cancel };
}

export type WatermarkDeps = RetryDeps & {
  hours: MarketHours;
  resolution: Resolution;
  /** Reads and hands on all bars from a time. */
  read: (fromMs: number, askedMs: number, signal: AbortSignal) => Promise<Knowledge>;
  /** Bars from this time on may be missing or wrong; null once all have been read. */
  onUnread: (fromMs: number | null) => void;
};

/** The time up to which every bar has been read from history in its final state. */
export type Watermark = ReturnType<typeof createWatermark>;

/**
 * Reads move the watermark, ticks never do. After an outage it stays put until the server has had time to repair the
 * outage itself, so each read covers all of it. A failed read marks its bars as unread, whether or not the stream is
 * up, from the second failure in a row: a source that is slow to publish a closed bar has it by then.
 */
export function createWatermark(deps: WatermarkDeps) {
  const { clock, hours, resolution } = deps;
  const away = new Set<Link>();
  let completeMs: number | null = null;
  let heldUntilMs = 0;
  let isUnread = false;
  let failedReads = 0;

  const mark = (isOn: boolean) => {
    isUnread = isOn;
    deps.onUnread(isOn ? completeMs : null);
  };
  const countFailedRead = () => {
    failedReads += 1;
    if (isUnread || failedReads > 1) mark(true);
  };
  const advance = (knownUntilMs: number) => {
    const isHeld = away.has('feed') || clock.now() < heldUntilMs;
    if (completeMs === null || !isHeld) {
      const openMs = nextBarToClose(hours, resolution, knownUntilMs);
      completeMs = Math.max(completeMs ?? 0, openMs);
    }
  };
  const reading = createRepeatedRead(deps, async (signal) => {
    if (completeMs === null) return true;
    const askedMs = clock.now();
    const isFeedAway = away.has('feed');
    const tailMs = barTimeOf(hours, resolution, askedMs - TAIL_MS);
    const fromMs = isFeedAway ? Math.max(completeMs, tailMs) : completeMs;
    const { isWhole, knownUntilMs } = await deps.read(fromMs, askedMs, signal).catch((error: unknown) => {
      if (!signal.aborted) countFailedRead();
      throw error;
    });
    if (signal.aborted) return false;
    if (isFeedAway) return true;
    if (!isWhole) {
      countFailedRead();
      return false;
    }
    failedReads = 0;
    advance(knownUntilMs);
    mark(isUnread && away.size > 0);
    return true;
  });
  const laterReads = createDelayedCalls(clock, READS_AFTER_RETURN_MS, () => void reading.run());

  return {
    /** The newest bars were loaded; `lastMs` is the newest one's time. */
    loaded({ knownUntilMs, isWhole, lastMs }: Knowledge & { lastMs: number | null }) {
      if (isWhole) advance(knownUntilMs);
      else completeMs = Math.min(completeMs ?? Number.POSITIVE_INFINITY, lastMs ?? knownUntilMs);
      mark(isUnread || !isWhole);
      if (!isWhole) void reading.run();
    },
    /** Reads from the watermark on, repeated until it succeeds. Resolves after the first attempt. */
    catchUp: reading.run,
    lost(link: Link) {
      away.add(link);
      mark(true);
    },
    returned(link: Link) {
      away.delete(link);
      mark(true);
      heldUntilMs = clock.now() + RECOVERED_MS;
      laterReads.start();
      reading.runAtOnce();
    },
    end() {
      reading.end();
      laterReads.cancel();
    },
  };
}
