import '../../offered-studies.ts';
import { barsForStudy, inputsOf, studyValues } from '@moneytrail/alerts';
import type { Resolution } from '@moneytrail/calendar';
import { type Columns, sliceColumns, valueAt } from '@moneytrail/indicators';
import type { Instrument } from '../catalogue/index.ts';

/** Further figures at the last closed bar; null if there are too few bars, prices at or below zero, or no volume. */
export type SnapshotStudies = {
  /** Changes of the close over 1, 5, 20 and 60 bars, in percent. */
  change1: number | null;
  change5: number | null;
  change20: number | null;
  change60: number | null;
  volume: number | null;
  /** The volume divided by the mean of the 20 bars before. */
  volumeRatio: number | null;
  /** The relative strength index of 14 bars. */
  rsi: number | null;
  /** Distances from the close to its means of 50 and 200 bars, in percent of the close. */
  toSma50: number | null;
  toSma200: number | null;
  /** The average true range of 14 bars, in percent of the close. */
  atrPercent: number | null;
  /** The change of long/short over 5 bars, in percentage points. */
  longShortChange5: number | null;
};

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The figures at the last of the columns, which are closed bars, oldest first. */
export function snapshotStudies(
  market: { instrument: Pick<Instrument, 'hours' | 'type'>; resolution: Resolution },
  columns: Columns,
): SnapshotStudies {
  const { instrument, resolution } = market;
  const last = columns.length - 1;
  const close = valueAt(columns.close, last);
  const hasVolume = instrument.type !== 'index';
  // A share of a price at or below zero, which spreads have, says nothing.
  const share = (part: number, whole: number) =>
    whole > 0 ? finite(100 * (part / whole - 1)) : null;
  const change = (bars: number) => share(close, valueAt(columns.close, last - bars));
  const distance = (price: number) => share(price, close);
  /** The values of a study at the last bar and some bars before it. */
  const valuesOf = (
    [study, output]: [study: string, output: string],
    given: Record<string, number>,
    before = 0,
  ) => {
    const first = Math.max(0, columns.length - barsForStudy(study, given, resolution) - before);
    const newest = sliceColumns(columns, first, columns.length);
    const values = studyValues(newest, { hours: instrument.hours, resolution });
    const all = values.output(study, output, inputsOf(study, given));
    return { last: valueAt(all, all.length - 1), before: valueAt(all, all.length - 1 - before) };
  };
  const lastOf = (study: string, output: string, given: Record<string, number>): number =>
    valuesOf([study, output], given).last;
  const longShort = valuesOf(['longShortPercentage', 'percentage'], {}, 5);
  return {
    change1: change(1),
    change5: change(5),
    change20: change(20),
    change60: change(60),
    volume: hasVolume ? finite(valueAt(columns.volume, last)) : null,
    volumeRatio: hasVolume ? finite(lastOf('relativeVolume', 'ratio', { length: 20 })) : null,
    rsi: finite(lastOf('rsi', 'rsi', { length: 14 })),
    toSma50: distance(lastOf('sma', 'average', { length: 50 })),
    toSma200: distance(lastOf('sma', 'average', { length: 200 })),
    atrPercent: close > 0 ? finite(lastOf('natr', 'range', { length: 14 })) : null,
    longShortChange5: finite(longShort.last - longShort.before),
  };
}
