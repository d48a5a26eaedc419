import type { BarsWritten } from '../../../bus/index.ts';
import { mergeRanges, type Range } from './ranges.ts';

/** Which stretches of which series have changed and were not looked at yet. */
export type ChangedSeries = {
  add: (written: BarsWritten) => void;
  /** Takes the stretch that waits longest; undefined when none waits. */
  take: () => BarsWritten | undefined;
  isEmpty: () => boolean;
};

/** More stretches of one series than these are remembered as a single one that holds them all. */
const MOST_RANGES = 50;

type Changed = Pick<BarsWritten, 'instrumentId' | 'resolution'> & { ranges: Range[] };

function joined(ranges: readonly Range[]): Range[] {
  const merged = mergeRanges(ranges);
  const [first, last] = [merged[0], merged.at(-1)];
  if (merged.length <= MOST_RANGES || !first || !last) return merged;
  return [{ fromMs: first.fromMs, toMs: last.toMs }];
}

/** Remembers changes by series, so that however many come nothing is forgotten and little is kept. */
export function createChangedSeries(): ChangedSeries {
  const waiting = new Map<string, Changed>();
  return {
    add({ instrumentId, resolution, fromMs, toMs }) {
      const name = `${instrumentId}/${resolution}`;
      const ranges = joined([...(waiting.get(name)?.ranges ?? []), { fromMs, toMs }]);
      waiting.set(name, { instrumentId, resolution, ranges });
    },
    take() {
      for (const [name, { instrumentId, resolution, ranges }] of waiting) {
        const [range, ...rest] = ranges;
        // To the end of the line, so that a series with many changes does not keep the others waiting.
        waiting.delete(name);
        if (rest.length > 0) waiting.set(name, { instrumentId, resolution, ranges: rest });
        if (range) return { instrumentId, resolution, ...range };
      }
      return undefined;
    },
    isEmpty: () => waiting.size === 0,
  };
}
