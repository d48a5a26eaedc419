import {
  barClosesAtMs,
  barTimeOf,
  DAY_MS,
  HOUR_MS,
  isMarketOpen,
  MARKET_HOURS,
  type MarketHours,
  type MarketHoursId,
  nextOpenMs,
  resolutionMs,
  STORED_RESOLUTIONS,
  type StoredResolution,
  tradingDayUntil,
} from '@moneytrail/calendar';
import { isReadOnClose } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { LiveTiming } from './timing.ts';

const LONGEST_SLEEP_MS = HOUR_MS;

/** The first moment after `afterMs` at which a bar has been closed for `settleMs`, so that its final form can be read. */
export function nextReconciliationMs(
  hours: MarketHours,
  resolution: StoredResolution,
  afterMs: number,
  settleMs: number,
): number {
  const settledMs = afterMs - settleMs;
  const openMs = isMarketOpen(hours, settledMs) ? settledMs : nextOpenMs(hours, settledMs);
  return barClosesAtMs(hours, resolution, barTimeOf(hours, resolution, openMs)) + settleMs;
}

/** Begin of the bars to read again after a close: the bar that closed and the one before it. */
export function reconciliationSinceMs(
  hours: MarketHours,
  resolution: StoredResolution,
  closedAtMs: number,
): number {
  const closed = barTimeOf(hours, resolution, closedAtMs - 1);
  if (resolution === '1D') return tradingDayUntil(hours, closed - DAY_MS);
  return closed - resolutionMs(resolution);
}

type ReconcilerDeps = {
  clock: { now: () => number };
  /** The instruments that this process follows now. */
  followed: () => readonly Instrument[];
  /** The number of instruments of the whole feed, which other processes may follow. */
  feedSize: () => number;
  isSubscribed: (instrument: Instrument) => boolean;
  refresh: (
    instruments: readonly Instrument[],
    resolution: StoredResolution,
    sinceMs: (instrument: Instrument) => number,
  ) => Promise<void>;
};

type Round = {
  hours: MarketHoursId;
  resolution: StoredResolution;
  dueMs: number;
  isRunning: boolean;
};

/**
 * Reads closed bars again a little after they end, so that the store holds the vendor's final form. One timer serves all
 * markets and resolutions and sleeps an hour at most. Returns a function that stops it.
 */
export function startReconciler(
  deps: ReconcilerDeps,
  timing: Pick<LiveTiming, 'settleMs'>,
): () => void {
  const { clock } = deps;
  const { settleMs } = timing;
  let timer: NodeJS.Timeout | undefined;

  const dueAfter = ({ hours, resolution }: Pick<Round, 'hours' | 'resolution'>) =>
    nextReconciliationMs(MARKET_HOURS[hours], resolution, clock.now(), settleMs);
  const rounds: Round[] = Object.values(MARKET_HOURS).flatMap(({ id }) =>
    STORED_RESOLUTIONS.map((resolution) => ({
      hours: id,
      resolution,
      dueMs: dueAfter({ hours: id, resolution }),
      isRunning: false,
    })),
  );

  function instrumentsOf({ hours, resolution }: Round): Instrument[] {
    const isReadAnyway = isReadOnClose(resolution, deps.feedSize());
    return deps
      .followed()
      .filter(
        (instrument) =>
          instrument.hours.id === hours && (isReadAnyway || deps.isSubscribed(instrument)),
      );
  }

  function start(round: Round): void {
    const closedAtMs = round.dueMs - settleMs;
    round.dueMs = dueAfter(round);
    const instruments = instrumentsOf(round);
    // A round that takes longer than its bar is not overtaken: the next round reads the same bars.
    if (round.isRunning || instruments.length === 0) return;
    round.isRunning = true;
    const { resolution } = round;
    const sinceMs = ({ hours }: Instrument) => reconciliationSinceMs(hours, resolution, closedAtMs);
    deps.refresh(instruments, resolution, sinceMs).finally(() => {
      round.isRunning = false;
    });
  }

  function sleep(): void {
    const nextMs = Math.min(...rounds.map(({ dueMs }) => dueMs));
    const waitMs = Math.min(Math.max(nextMs - clock.now(), 0), LONGEST_SLEEP_MS);
    timer = setTimeout(() => {
      for (const round of rounds) if (clock.now() >= round.dueMs) start(round);
      sleep();
    }, waitMs);
    timer.unref();
  }

  sleep();
  return () => clearTimeout(timer);
}
