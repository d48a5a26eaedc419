import { createHash } from 'node:crypto';
import { barClosesAtMs, DAY_MS, type MarketHours } from '@moneytrail/calendar';
import type { ScreenFigure, Snapshot, SnapshotResolution } from '@moneytrail/contract';
import type { FullSnapshot } from '../snapshots/index.ts';

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
    markAgeDays: markedMs === null ? null : Math.max(0, closedAtMs - markedMs) / DAY_MS,
  };
  const content = JSON.stringify([time, closedAtMs, mark, figures]);
  const stamp = createHash('sha1').update(content).digest('base64url');
  return { time, closedAtMs, figures, mark, stamp };
}
