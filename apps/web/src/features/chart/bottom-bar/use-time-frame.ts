import {
  DAY_MS,
  MARKET_HOURS,
  type MarketHours,
  type Resolution,
  type Session,
  type Span,
  sessionOf,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useChartScreen } from '../model/chart-context.ts';

/** A time range and the interval it is shown in. */
export type TimeFrame = {
  label: string;
  name: string;
  resolution: Resolution;
  spanMs: number;
  /** Labels of longer ranges that this one stands for. */
  standsFor?: readonly string[];
};

const TIME_FRAMES: readonly TimeFrame[] = [
  { label: '5y', name: '5 years', resolution: '1W', spanMs: 1_826 * DAY_MS },
  { label: '1y', name: '1 year', resolution: '1W', spanMs: 365 * DAY_MS },
  { label: '6m', name: '6 months', resolution: '120', spanMs: 183 * DAY_MS },
  { label: '3m', name: '3 months', resolution: '60', spanMs: 92 * DAY_MS },
  { label: '1m', name: '1 month', resolution: '30', spanMs: 31 * DAY_MS },
  { label: '5d', name: '5 days', resolution: '5', spanMs: 5 * DAY_MS },
  { label: '1d', name: '1 day', resolution: '1', spanMs: DAY_MS },
];

/** First bars come later than the range where it begins within a weekend or a week. */
const TOLERANCE_MS = 10 * DAY_MS;

/**
 * The time ranges whose interval the instrument offers, longest first. Ranges that are longer than the history known to
 * `lengthMsOf` (null while it is not) are left out: one that shows all of it takes the place of the longest.
 */
export function offeredTimeFrames(
  offered: readonly Resolution[],
  lengthMsOf: (resolution: Resolution) => number | null = () => null,
): TimeFrame[] {
  const all = TIME_FRAMES.filter(({ resolution }) => offered.includes(resolution));
  const isCut = ({ resolution, spanMs }: TimeFrame) =>
    (lengthMsOf(resolution) ?? Number.POSITIVE_INFINITY) < spanMs - TOLERANCE_MS;
  const whole = all.findIndex((frame) => !isCut(frame));
  const cut = whole === -1 ? all : all.slice(0, whole);
  const rest = all.slice(cut.length).filter((frame) => !isCut(frame));
  const shortest = cut.at(-1);
  if (!shortest) return rest;
  const spanMs = lengthMsOf(shortest.resolution) ?? shortest.spanMs;
  const standsFor = cut.map(({ label }) => label);
  return [{ ...shortest, label: 'All', name: 'all history', spanMs, standsFor }, ...rest];
}

/** Shows a time range: sets its interval in the address, then the range once that interval is loaded. */
export function useTimeFrame(): (frame: TimeFrame) => void {
  const { controller, info, resolution, setResolution } = useChartScreen();
  const [wanted, setWanted] = useState<WantedFrame | null>(null);
  const { ticker, marketHours } = info;
  useEffect(() => {
    if (!controller || wanted === null) return;
    if (isSuperseded(wanted, { ticker, resolution })) return setWanted(null);
    const { frame } = wanted;
    const showOnceLoaded = () => {
      const isOpened = controller.opened.get()?.resolution === frame.resolution;
      if (!isOpened || controller.load.get().kind === 'first') return;
      // The range ends at the present, in a replay at its moment: the last bar may be hours old.
      const nowMs = controller.replayMs.get() ?? serverClock.now();
      const { fromMs, toMs } = spanOf(frame, MARKET_HOURS[marketHours], nowMs);
      controller.engine.showSpan(fromMs, toMs);
      controller.timeFrame.set({ label: frame.label, ticker, resolution });
      setWanted(null);
    };
    showOnceLoaded();
    return controller.load.subscribe(showOnceLoaded);
  }, [controller, wanted, ticker, marketHours, resolution]);
  return (frame) => {
    setWanted({ frame, ticker, askedAt: resolution });
    if (frame.resolution !== resolution) setResolution(frame.resolution);
  };
}

/** A time range that waits for the bars of its interval. */
type WantedFrame = {
  frame: TimeFrame;
  /** The instrument and interval shown at the request. */
  ticker: string;
  askedAt: Resolution;
};

/** Another instrument or interval was chosen since. */
export function isSuperseded(
  { frame, ticker, askedAt }: WantedFrame,
  now: { ticker: string; resolution: Resolution },
): boolean {
  if (now.ticker !== ticker) return true;
  return now.resolution !== askedAt && now.resolution !== frame.resolution;
}

/** The newest session that has begun. */
function lastSession(hours: MarketHours, nowMs: number): Session {
  const dayMs = tradingDayUntil(hours, tradingDateOf(hours, nowMs));
  const session = sessionOf(hours, dayMs);
  return session.openMs <= nowMs
    ? session
    : sessionOf(hours, tradingDayUntil(hours, dayMs - DAY_MS));
}

/**
 * The span of a time range, which ends at the present. One day is the last session, or 24 hours in markets without
 * sessions.
 */
export function spanOf({ spanMs }: TimeFrame, hours: MarketHours, nowMs: number): Span {
  if (spanMs > DAY_MS || hours.days === 'all') return { fromMs: nowMs - spanMs, toMs: nowMs };
  const { openMs, closeMs } = lastSession(hours, nowMs);
  return { fromMs: openMs, toMs: Math.min(closeMs, nowMs) };
}
