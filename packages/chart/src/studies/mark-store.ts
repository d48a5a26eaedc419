import type { SignalMark } from '@moneytrail/indicators';
import type { PublishedMark } from '../chart-events.ts';
import type { PaintedMark } from '../paint/marks.ts';

type BarTimes = { length: number; time: Float64Array };

/** Index of the bar that holds a moment: the last one that began at or before it; −1 before the first. */
export function barIndexAt({ time, length }: BarTimes, timeMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time[middle] ?? Number.POSITIVE_INFINITY) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Published marks by the bar they fall into. */
function placePublished(
  marks: readonly PublishedMark[],
  bars: BarTimes,
): Map<number, PublishedMark[]> {
  const byBar = new Map<number, PublishedMark[]>();
  for (const mark of marks) {
    const index = barIndexAt(bars, mark.time);
    if (index < 0) continue;
    const placed = byBar.get(index);
    if (placed) placed.push(mark);
    else byBar.set(index, [mark]);
  }
  return byBar;
}

/** The signal marks of a chart, by bar: as the legend names them and as they are drawn. */
export type MarkStore = {
  publish: (marks: readonly PublishedMark[] | null) => void;
  /** Places the published marks on other bars. */
  place: (bars: BarTimes) => void;
  painted: (from: number, to: number) => readonly PaintedMark[];
  markAt: (index: number) => PublishedMark | null;
  /** All marks of a bar. */
  marksAt: (index: number) => readonly PublishedMark[];
};

/** The marks of a chart: the published ones while there are any set, else those computed in the chart. */
export function createMarkStore(deps: {
  /** Signals computed on the bars `from` … `to − 1`. */
  computed: (from: number, to: number) => readonly SignalMark[];
}): MarkStore {
  let published: readonly PublishedMark[] | null = null;
  let byBar = new Map<number, PublishedMark[]>();
  let painted: PaintedMark[] = [];
  const marksAt = (index: number): readonly PublishedMark[] =>
    published ? (byBar.get(index) ?? []) : deps.computed(index, index + 1).map(publishedForm);
  return {
    publish(marks) {
      published = marks;
    },
    place(bars) {
      byBar = placePublished(published ?? [], bars);
      painted = paintedFromPublished(byBar);
    },
    painted(from, to) {
      if (published) return painted.filter(({ index }) => index >= from && index < to);
      return deps.computed(from, to).map((mark) => ({ ...mark, more: 0 }));
    },
    markAt: (index) => marksAt(index)[0] ?? null,
    marksAt,
  };
}

/** One drawn mark a bar and side: a strong one stands for the others, their number beside it. */
function paintedFromPublished(byBar: Map<number, PublishedMark[]>): PaintedMark[] {
  const painted: PaintedMark[] = [];
  for (const [index, marks] of byBar) {
    for (const side of ['buy', 'sell'] as const) {
      const ofSide = marks.filter((mark) => mark.side === side);
      const first = ofSide.find((mark) => mark.strong) ?? ofSide[0];
      if (first) painted.push({ index, ...first, more: ofSide.length - 1 });
    }
  }
  return painted.sort((a, b) => a.index - b.index);
}

/** A computed signal in the form of a published one, for the legend. */
function publishedForm({ time, price, side, strong }: SignalMark): PublishedMark {
  const text = (strong ? { buy: 'Strong buy', sell: 'Strong sell' } : { buy: 'Buy', sell: 'Sell' })[
    side
  ];
  return { id: `computed-${time}-${side}`, time, price, side, strong, text, notes: [] };
}
