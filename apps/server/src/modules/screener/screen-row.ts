import { DAY_MS } from '@moneytrail/calendar';
import type { ScreenFigure, Snapshot } from '@moneytrail/contract';
import type { FullSnapshot } from '../snapshots/index.ts';

/** The figures of an instrument at one resolution. */
export type ScreenEntry = {
  readonly time: number;
  readonly figures: Readonly<Record<ScreenFigure, number | null>>;
  readonly mark: Snapshot['mark'];
};

/** The distance from the close to a level, in percent of the close. */
function distance(level: number | null, close: number): number | null {
  const share = level === null ? Number.NaN : 100 * (level / close - 1);
  return Number.isFinite(share) ? share : null;
}

/** The entry of a stored snapshot; figures that an older release did not store are null. */
export function entryOf({ snapshot, studies }: FullSnapshot): ScreenEntry {
  const { time, closedAtMs, close, mark, ...stored } = snapshot;
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
    markAgeDays: mark ? (closedAtMs - mark.time) / DAY_MS : null,
  };
  return { time, figures, mark };
}
