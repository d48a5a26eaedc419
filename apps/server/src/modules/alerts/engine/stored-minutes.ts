import { MINUTE_MS, SECOND_MS, type Span } from '@moneytrail/calendar';
import { isOverdue } from './bar-series.ts';
import { minuteStartOf } from './missed-minutes.ts';
import type { ClosedBars, WantedBars } from './read-closed-bars.ts';

type StoredMinutesDeps = {
  clock: { now: () => number };
  closedBars: (wanted: WantedBars) => Promise<ClosedBars>;
  sleep: (ms: number) => Promise<void>;
};

/** The final bar of a minute is stored within this time; then the feed is asked for it. */
const SETTLED_MS = 8 * SECOND_MS;
/** Missed minutes are waited for at most this long after that. */
const LONGEST_WAIT_MS = MINUTE_MS;

/** Reads the closed minutes of an instrument from the store, which the reader of its feed fills. */
export function createStoredMinutes({ clock, closedBars, sleep }: StoredMinutesDeps) {
  /** Called when minutes are stored, and at the end. */
  const waiting = new Set<() => void>();
  let isClosed = false;

  /** Resolves when minutes are stored, after the given time, or at the end. */
  async function untilWritten(longestMs: number): Promise<void> {
    let wake = () => {};
    const written = new Promise<void>((resolve) => {
      wake = resolve;
    });
    waiting.add(wake);
    await Promise.race([written, sleep(longestMs)]);
    waiting.delete(wake);
  }

  /** The minutes from that of a moment on. */
  function since(fromMs: number, asksFeed: boolean): Promise<ClosedBars> {
    const count = Math.ceil((clock.now() - fromMs) / MINUTE_MS) + 1;
    const sinceMs = minuteStartOf(fromMs);
    return closedBars({ resolution: '1', count, sinceMs, asksFeed });
  }

  return {
    /** The minutes of a span that is over. */
    async of({ fromMs, toMs }: Span): Promise<ClosedBars> {
      const stored = await since(fromMs, false);
      const isMissing = stored.wholeUntilMs < toMs && isOverdue(toMs, clock.now());
      return isMissing ? since(fromMs, true) : stored;
    },
    /** The close of the newest minute; undefined if none is stored. */
    async lastPrice(): Promise<number | undefined> {
      const { columns } = await since(clock.now() - MINUTE_MS, false);
      return columns.close[columns.length - 1];
    },
    /** The minutes of a span once all are stored; after the longest wait, those stored by then. */
    async missed(fromMs: number, untilMs: number): Promise<ClosedBars> {
      const settledMs = Math.max(clock.now(), untilMs + SETTLED_MS);
      let hasAsked = false;
      for (;;) {
        const minutes = await since(fromMs, hasAsked);
        if (minutes.wholeUntilMs >= untilMs || isClosed) return minutes;
        const leftMs = settledMs + (hasAsked ? LONGEST_WAIT_MS : 0) - clock.now();
        if (leftMs > 0) await untilWritten(leftMs);
        else if (hasAsked) return minutes;
        else hasAsked = true;
      }
    },
    /** Minutes were stored. */
    written(): void {
      for (const wake of waiting) wake();
    },
    /** Nothing is waited for any more. */
    close(): void {
      isClosed = true;
      for (const wake of waiting) wake();
    },
  };
}
