import { createHash } from 'node:crypto';
import { barClosesAtMs, DAY_MS, type MarketHours, nextBarTime } from '@moneytrail/calendar';
import type { ScreenFigure, Snapshot, SnapshotResolution } from '@moneytrail/contract';
import type { FullSnapshot, StudyFigures } from '../snapshots/index.ts';

/** The figures of an instrument at one resolution. */
export type ScreenEntry = {
  readonly time: number;
  readonly closedAtMs: number;
  readonly figures: Readonly<Record<ScreenFigure, number | null>>;
  readonly mark: Snapshot['mark'];
  /** Equal entries have equal ones, in every process. */
  readonly stamp: string;
};

/** The distance from the close to a level, in percent of the close; null if the close is not above zero. */
function distance(level: number | null, close: number): number | null {
  return level === null || close <= 0 ? null : 100 * (level / close - 1);
}

/** The entry of a stored snapshot; figures that an older release did not store are null. */
export function entryOf(
  { snapshot, studies }: FullSnapshot,
  { hours, resolution }: { hours: MarketHours; resolution: SnapshotResolution },
): ScreenEntry {
  const { time, closedAtMs, close, mark, ...stored } = snapshot;
  // A mark exists from the close of its bar on.
  const markedMs = mark && barClosesAtMs(hours, resolution, mark.time);
  const figures = {
    close,
    change1: studies?.change1 ?? null,
    change5: studies?.change5 ?? null,
    change20: studies?.change20 ?? null,
    change60: studies?.change60 ?? null,
    volume: studies?.volume ?? null,
    volumeRatio: studies?.volumeRatio ?? null,
    ...stored,
    toLongTermResistance: distance(stored.longTermResistance, close),
    toShortTermResistance: distance(stored.shortTermResistance, close),
    toShortTermSupport: distance(stored.shortTermSupport, close),
    toLongTermSupport: distance(stored.longTermSupport, close),
    rsi: studies?.rsi ?? null,
    toSma50: studies?.toSma50 ?? null,
    toSma200: studies?.toSma200 ?? null,
    atrPercent: studies?.atrPercent ?? null,
    longShortChange5: studies?.longShortChange5 ?? null,
    markAgeDays: markedMs === null ? null : Math.max(0, closedAtMs - markedMs) / DAY_MS,
  };
  const content = JSON.stringify([time, closedAtMs, mark, figures]);
  const stamp = createHash('sha1').update(content).digest('base64url');
  return { time, closedAtMs, figures, mark, stamp };
}

/** Figures of studies of an instrument at one resolution. */
export type StudyEntry = StudyFigures & {
  /** They are those of the entry's bar, and not of the bar before. */
  readonly isOfBar: boolean;
};

/** The figures of a study's output; null if they are undefined or not computed. */
export function studyValue(entry: StudyEntry | undefined, figure: string): number | null {
  const value = entry?.values[entry.places.get(figure) ?? -1];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/**
 * Stored figures of studies beside the snapshot of an instrument. Those of the bar before stand for the seconds that pass from
 * a close to their computation, so that no row leaves a screen meanwhile; older ones do not count.
 */
export function studyEntryOf(
  { time, figures: { close } }: ScreenEntry,
  figures: StudyFigures,
  { hours, resolution }: { hours: MarketHours; resolution: SnapshotResolution },
): StudyEntry | null {
  if (figures.time === time && figures.close === close) return { ...figures, isOfBar: true };
  const isFormer = figures.time <= time && nextBarTime(hours, resolution, figures.time) >= time;
  return isFormer ? { ...figures, isOfBar: false } : null;
}
