import '../../../offered-studies.ts';
import {
  type AlertMemory,
  type AlertRun,
  type Occurrence,
  type StudyValues,
  studyValues,
} from '@moneytrail/alerts';
import {
  barClosesAtMs,
  barOpensAtMs,
  barTimeOf,
  type MarketHours,
  MINUTE_MS,
  type Resolution,
  resolutionMs,
  SECOND_MS,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { type BarColumns, barAt, NO_BARS } from '../../bars/index.ts';
import type { AlertRow } from '../alert-store.ts';
import type { ClosedBars, WantedBars } from './read-closed-bars.ts';

/** A firing of an alert, not stored yet. `bar` is the closed bar at which it fired, null for a tick. */
export type Fired = {
  row: AlertRow;
  occurrence: Occurrence;
  memory: AlertMemory;
  bar: Bar | null;
  late: { fromMs: number; toMs: number } | null;
};

/** An alert that is followed. */
export type Watched = {
  row: AlertRow;
  run: AlertRun;
  series: Series;
  /** The memory as it is stored. */
  stored: AlertMemory;
  /** Not looked at since it was added or changed. */
  isNew: boolean;
  /** Bars that closed until this moment were evaluated. */
  evaluatedMs: number;
};

/** The bars of a resolution, for the alerts of one instrument. */
export type Series = {
  readonly market: { hours: MarketHours; resolution: Resolution };
  /** The closed bars. */
  columns: BarColumns;
  /** The studies over them, shared by all readers. */
  studies: StudyValues;
  /** The bar of the last tick. */
  bar: PlacedBar | null;
  readonly all: Set<Watched>;
  /** The alerts whose conditions rest on closed bars, and the number of bars that they need. */
  readonly readers: Set<Watched>;
  count: number;
  /** Whether the feed was asked for bars before the stored ones. */
  isAsked: boolean;
  isPlanned: boolean;
  /** The end of the first bar that is not known to be final: before it, no new bar is found. */
  closesMs: number;
  /** The next look although no bar was stored. */
  dueMs: number;
};

/** A bar with the moments at which its trading begins and ends. */
export type PlacedBar = { time: number; opensMs: number; endsMs: number };

/** The feed is asked for a bar that is not stored this long after its end, and asked again at this interval. */
export const OVERDUE_MS = 30 * SECOND_MS;
/** A firing at a bar's close that is found this much later is told as late. */
const LATE_MS = MINUTE_MS + OVERDUE_MS;

export const isOverdue = (closesMs: number, nowMs: number): boolean =>
  nowMs - closesMs >= OVERDUE_MS;

export function openSeries(hours: MarketHours, resolution: Resolution): Series {
  const market = { hours, resolution };
  return {
    market,
    columns: NO_BARS,
    studies: studyValues(NO_BARS, market),
    bar: null,
    all: new Set(),
    readers: new Set(),
    count: 0,
    isAsked: false,
    isPlanned: false,
    closesMs: 0,
    dueMs: 0,
  };
}

/** The moment until which all readers have evaluated their bars, `nowMs` at most. */
export function evaluatedUntilMs(readers: Iterable<Watched>, nowMs: number): number {
  let untilMs = nowMs;
  for (const { evaluatedMs } of readers) untilMs = Math.min(untilMs, evaluatedMs);
  return untilMs;
}

/** The bar of a moment; the known one, if that is it. */
export function barAtMoment(
  { hours, resolution }: Series['market'],
  known: PlacedBar | null,
  timeMs: number,
): PlacedBar {
  if (known && timeMs >= known.opensMs && timeMs < known.endsMs) return known;
  const time = barTimeOf(hours, resolution, timeMs);
  if (time === known?.time) return known;
  return {
    time,
    opensMs: barOpensAtMs(hours, resolution, time),
    endsMs: barClosesAtMs(hours, resolution, time),
  };
}

/**
 * Reads the closed bars that the readers of a series need, and those that they have not evaluated. The feed is asked only
 * for bars that are overdue, and once for older ones that are not stored.
 */
export async function readSeries(
  deps: { clock: { now: () => number }; closedBars: (wanted: WantedBars) => Promise<ClosedBars> },
  series: Series,
): Promise<void> {
  const { market, count } = series;
  const { hours, resolution } = market;
  const startedMs = deps.clock.now();
  const sinceMs = evaluatedUntilMs(series.readers, startedMs);
  const missed = Math.ceil((startedMs - sinceMs) / resolutionMs(resolution));
  series.dueMs = startedMs + OVERDUE_MS;
  const read = async (asksFeed: boolean) => {
    const wanted = { resolution, count: count + missed, sinceMs, asksFeed };
    const { columns, wholeUntilMs } = await deps.closedBars(wanted);
    series.columns = columns;
    series.studies = studyValues(columns, market);
    series.closesMs = Number.isFinite(wholeUntilMs)
      ? barClosesAtMs(hours, resolution, wholeUntilMs)
      : wholeUntilMs;
  };
  await read(false);
  const isShort = series.columns.length < count && !series.isAsked;
  if (isShort || isOverdue(series.closesMs, deps.clock.now())) {
    series.isAsked = true;
    await read(true);
  }
  // A reader that came meanwhile may need other bars.
  if (series.dueMs > 0) series.dueMs = Math.max(series.closesMs, deps.clock.now()) + OVERDUE_MS;
}

/** Evaluates the closed bars of its series that an alert has not seen, in order. */
export function closeBars(watched: Watched, nowMs: number): Fired[] {
  const { row, run, series } = watched;
  const { columns, studies, market } = series;
  const sinceMs = watched.evaluatedMs;
  const endOf = (index: number) =>
    barClosesAtMs(market.hours, market.resolution, Number(columns.time[index]));
  run.setClosedBars(columns, studies);
  let first = columns.length;
  while (first > 0 && endOf(first - 1) > sinceMs) first -= 1;
  const fired: Fired[] = [];
  for (let index = first; index < columns.length; index += 1) {
    watched.evaluatedMs = endOf(index);
    const occurrence = run.barClosed(index);
    if (!occurrence) continue;
    const isLate = nowMs - watched.evaluatedMs > LATE_MS;
    const late = isLate ? { fromMs: sinceMs, toMs: nowMs } : null;
    fired.push({ row, occurrence, memory: run.memory, bar: barAt(columns, index), late });
  }
  return fired;
}
