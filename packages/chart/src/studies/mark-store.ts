import type { SignalMark } from '@moneytrail/indicators';
import type { PublishedMark } from '../chart-events.ts';
import type { PaintedMark } from '../paint/marks.ts';
import { partitionPoint } from './partition-point.ts';

type BarTimes = { length: number; time: Float64Array };

/** Index of the bar that holds a moment: the last one that began at or before it; −1 before the first. */
export function barIndexAt({ time, length }: BarTimes, timeMs: number): number {
  return partitionPoint(length, (index) => (time[index] ?? Number.NaN) <= timeMs) - 1;
}

/** How many marks, oldest first, were made before a moment. */
function countBefore(marks: readonly PublishedMark[], timeMs: number): number {
  return partitionPoint(marks.length, (index) => (marks[index]?.time ?? Number.NaN) < timeMs);
}

/** The signal marks of a chart, by bar: as the legend names them and as they are drawn. */
export type MarkStore = {
  publish: (marks: readonly PublishedMark[] | null) => void;
  painted: (from: number, to: number) => readonly PaintedMark[];
  markAt: (index: number) => PublishedMark | null;
  /** All marks of a bar. */
  marksAt: (index: number) => readonly PublishedMark[];
};

/**
 * The marks of a chart: the published ones while there are any set, else those computed in the chart. Published ones are
 * looked up by the time of a bar, so that no change of the bars moves them.
 */
export function createMarkStore(deps: {
  /** Signals computed on the bars `from` … `to − 1`. */
  computed: (from: number, to: number) => readonly SignalMark[];
  /** The bars as they are now. */
  times: () => BarTimes;
}): MarkStore {
  let published: readonly PublishedMark[] | null = null;
  /** Marks within the bars `from` … `to − 1`; a bar ends where the next one begins, the newest never. */
  const within = (from: number, to: number): readonly PublishedMark[] => {
    const { time, length } = deps.times();
    const first = Math.max(0, from);
    if (!published || first >= Math.min(to, length)) return [];
    const endMs = to >= length ? Number.POSITIVE_INFINITY : (time[to] ?? Number.NaN);
    return published.slice(
      countBefore(published, time[first] ?? Number.NaN),
      countBefore(published, endMs),
    );
  };
  const marksAt = (index: number): readonly PublishedMark[] =>
    published ? within(index, index + 1) : deps.computed(index, index + 1).map(publishedForm);
  return {
    publish(marks) {
      published = marks && [...marks].sort((a, b) => a.time - b.time);
    },
    painted(from, to) {
      if (!published) return deps.computed(from, to).map((mark) => ({ ...mark, more: 0 }));
      return paintedFromPublished(within(from, to), deps.times());
    },
    markAt: (index) => marksAt(index)[0] ?? null,
    marksAt,
  };
}

/** One drawn mark a bar and side: a strong one stands for the others, their number beside it. */
function paintedFromPublished(marks: readonly PublishedMark[], bars: BarTimes): PaintedMark[] {
  const byBar = new Map<number, PublishedMark[]>();
  for (const mark of marks) {
    const index = barIndexAt(bars, mark.time);
    byBar.set(index, [...(byBar.get(index) ?? []), mark]);
  }
  const painted: PaintedMark[] = [];
  for (const [index, ofBar] of byBar) {
    for (const side of ['buy', 'sell'] as const) {
      const ofSide = ofBar.filter((mark) => mark.side === side);
      const first = ofSide.find((mark) => mark.strong) ?? ofSide[0];
      if (first) painted.push({ index, ...first, more: ofSide.length - 1 });
    }
  }
  return painted;
}

/** A computed signal in the form of a published one, for the legend. */
function publishedForm({ time, price, side, strong }: SignalMark): PublishedMark {
  const text = (strong ? { buy: 'Strong buy', sell: 'Strong sell' } : { buy: 'Buy', sell: 'Sell' })[
    side
  ];
  return { id: `computed-${time}-${side}`, time, price, side, strong, text, notes: [] };
}
