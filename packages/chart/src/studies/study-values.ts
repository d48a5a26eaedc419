import {
  type Columns,
  computeStudy,
  createStudy,
  type LiveStudy,
  type StudyDefinition,
  type StudyInputs,
} from '@moneytrail/indicators';
import { viewOf } from './columns-view.ts';
import { type BarSpan, createSegments, type Segments, TAIL_BARS } from './segments.ts';

type Outputs = Record<string, Float64Array>;

/**
 * A study's values over all bars, computed where they are needed. As no value of a study depends on how far back the
 * bars reach, those in view are computed from as many bars as the study needs before them: a chart of 100,000 bars
 * opens as fast as one of 1,000.
 */
export type StudyValues = {
  /** One value a bar by output, NaN where undefined; of bars not covered yet, nothing. Taken anew after each change. */
  outputs: () => Outputs;
  /** Follows a newer state of the last bar, or a bar appended. O(1). */
  follow: (columns: Columns, change: 'changed' | 'appended') => void;
  /** Computes what is missing of the bars `from` … `to − 1`. */
  cover: (columns: Columns, from: number, to: number) => void;
};

/** Arrays for `capacity` bars: undefined from `start` on, before it whatever was held. */
function allocate(
  { outputs }: StudyDefinition,
  capacity: number,
  start: number,
  held: Outputs = {},
): Outputs {
  const arrays = outputs.map(({ key }) => {
    // Bars before the tail are written before they are read: to touch all of them here would cost more than the tail.
    const values = new Float64Array(capacity).fill(Number.NaN, start);
    const before = held[key];
    if (before) values.set(before);
    return [key, values] as const;
  });
  return Object.fromEntries(arrays);
}

function capacityOf(outputs: Outputs): number {
  return Math.min(...Object.values(outputs).map((values) => values.length));
}

/** Starts on bars with their newest ones. */
export function createStudyValues(
  definition: StudyDefinition,
  inputs: StudyInputs,
  columns: Columns,
): StudyValues {
  const { id } = definition;
  const needed = definition.neededBars(inputs);
  const tailStart = Math.max(0, columns.length - TAIL_BARS - needed);
  const tailFrom = tailStart === 0 ? 0 : tailStart + needed;
  const segments: Segments = createSegments(tailFrom);
  let outputs = allocate(definition, columns.time.length, tailFrom);

  const copy = (from: Outputs, start: number, span: BarSpan) => {
    for (const { key } of definition.outputs) {
      const values = from[key]?.subarray(span.start - start, span.end - start);
      if (values) outputs[key]?.set(values, span.start);
    }
  };
  const live: LiveStudy = createStudy(id, viewOf(columns, tailStart, columns.length), inputs);
  copy(live.outputs, tailStart, { start: tailFrom, end: columns.length });

  return {
    outputs: () => outputs,
    follow(now, change) {
      const capacity = capacityOf(outputs);
      if (capacity < now.length) {
        outputs = allocate(definition, now.length * 2, capacity, outputs);
      }
      const view = viewOf(now, tailStart, now.length);
      if (change === 'appended') live.barAppended(view);
      else live.lastBarChanged(view);
      // An append gives the bar before it its final state.
      copy(live.outputs, tailStart, { start: Math.max(0, now.length - 2), end: now.length });
    },
    cover(now, from, to) {
      for (const span of segments.take({ start: from, end: to })) {
        const start = Math.max(0, span.start - needed);
        copy(computeStudy(id, viewOf(now, start, span.end), inputs), start, span);
      }
    },
  };
}
