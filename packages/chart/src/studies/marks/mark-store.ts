import type { SignalMark } from '@moneytrail/indicators';
import type { PublishedMark } from '../../chart-events.ts';
import { MARK_HALF_WIDTH_PX, type PaintedMark } from '../../paint/marks.ts';
import { partitionPoint } from '../partition-point.ts';
import { thinMarks } from './thin-marks.ts';

/** The choice of marks is the same at the edges of the view if it is made this many marks beyond them. */
const MARKS_BEYOND = 8;

type BarTimes = { length: number; time: Float64Array };

/** Index of the last bar that began at or before a moment; −1 before the first. */
export function barIndexAt({ time, length }: BarTimes, timeMs: number): number {
  return partitionPoint(length, (index) => (time[index] ?? Number.NaN) <= timeMs) - 1;
}

/** Number of marks before a moment; marks are ordered by time. */
function countBefore(marks: readonly PublishedMark[], timeMs: number): number {
  return partitionPoint(marks.length, (index) => (marks[index]?.time ?? Number.NaN) < timeMs);
}

export type MarkStore = ReturnType<typeof createMarkStore>;

/**
 * The signal marks of a chart: the published ones if set, else those computed in the chart. Published marks are found by the
 * times of bars, so that changes of the bars do not move them.
 */
export function createMarkStore(deps: {
  computed: (from: number, to: number) => readonly SignalMark[];
  times: () => BarTimes;
}) {
  let published: readonly PublishedMark[] | null = null;
  /** Published marks of the bars `from` … `to − 1`. A bar ends where the next one begins; the newest has no end. */
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
  const unthinned = (from: number, to: number): readonly PaintedMark[] =>
    published
      ? paintedFromPublished(within(from, to), deps.times())
      : deps.computed(from, to).map((mark) => ({ ...mark, more: 0 }));
  return {
    publish(marks: readonly PublishedMark[] | null): void {
      published = marks && [...marks].sort((a, b) => a.time - b.time);
    },
    /** The marks of the bars `from` … `to − 1` that have room where bars are `barSpacePx` apart. */
    painted(from: number, to: number, barSpacePx: number): readonly PaintedMark[] {
      const apartBars = (2 * MARK_HALF_WIDTH_PX) / barSpacePx;
      const beyond = apartBars > 1 ? Math.ceil(MARKS_BEYOND * apartBars) : 0;
      const all = unthinned(from - beyond, to + beyond);
      const kept = apartBars > 1 ? thinMarks(all, apartBars) : all;
      return kept.filter(({ index }) => index >= from && index < to);
    },
    markAt: (index: number): PublishedMark | null => marksAt(index)[0] ?? null,
    marksAt,
  };
}

/** One painted mark per bar and side: a strong one if any, with the number of the others. */
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

function publishedForm({ time, price, side, strong }: SignalMark): PublishedMark {
  const text = (strong ? { buy: 'Strong buy', sell: 'Strong sell' } : { buy: 'Buy', sell: 'Sell' })[
    side
  ];
  return { id: `computed-${time}-${side}`, time, price, side, strong, text, notes: [] };
}
