import {
  type Columns,
  computeStudy,
  createStudy,
  type HouseDefinition,
  type LiveStudy,
  type StudyDefinition,
  type StudyInputs,
  sliceColumns,
  withRoomBefore,
  withRoomBehind,
} from '@moneytrail/indicators';
import { type BarSpan, createSegments, type Segments, TAIL_BARS } from './segments.ts';

/** Values by output, one a bar. */
export type Outputs = Record<string, Float64Array>;

/** The newest bars and those that their values need before them, followed bar by bar. */
type Tail = { start: number; from: number; live: LiveStudy; segments: Segments };

/** Room for new bars, so that the first of them need no copy. */
const FIRST_ROOM = 512;

function eachOutput(outputs: Outputs, make: (values: Float64Array) => Float64Array): Outputs {
  return Object.fromEntries(Object.entries(outputs).map(([key, values]) => [key, make(values)]));
}

/** The values of a study that an instrument does not have, or whose inputs are missing: NaN at every bar. */
export function unknownValues(definition: StudyDefinition, columns: Columns): StudyValues {
  const unknown = ({ length }: Columns): Outputs =>
    Object.fromEntries(
      definition.outputs.map(({ key }) => [key, new Float64Array(length).fill(Number.NaN)]),
    );
  let outputs = unknown(columns);
  return {
    outputs: () => outputs,
    follow(now, change) {
      if (change === 'appended') outputs = unknown(now);
    },
    prepend(now) {
      outputs = unknown(now);
    },
    cover() {},
  };
}

export type StudyValues = ReturnType<typeof createStudyValues>;

/**
 * The values of a study of the house over all bars, computed for visible bars only. A value does not depend on how far back the bars reach:
 * visible ones are computed from as many bars as the study needs before them. A chart of 100,000 bars opens as fast as one
 * of 1,000, and older bars keep computed values.
 */
export function createStudyValues(
  definition: HouseDefinition,
  inputs: StudyInputs,
  columns: Columns,
) {
  const { id } = definition;
  const needed = definition.neededBars(inputs);
  // Bars before the tail are written before they are read.
  let roomy: Outputs = Object.fromEntries(
    definition.outputs.map(({ key }) => [key, new Float64Array(columns.length + FIRST_ROOM)]),
  );
  let outputs = eachOutput(roomy, (values) => values.subarray(0, columns.length));
  const resize = (length: number, make: (values: Float64Array) => Float64Array) => {
    roomy = eachOutput(roomy, make);
    outputs = eachOutput(roomy, (values) => values.subarray(0, length));
  };
  const copy = (from: Outputs, start: number, span: BarSpan) => {
    for (const { key } of definition.outputs) {
      const values = from[key]?.subarray(span.start - start, span.end - start);
      if (values) outputs[key]?.set(values, span.start);
    }
  };
  const startTail = (now: Columns): Tail => {
    const start = Math.max(0, now.length - TAIL_BARS - needed);
    const from = start === 0 ? 0 : start + needed;
    const live: LiveStudy = createStudy(id, sliceColumns(now, start, now.length), inputs);
    copy(live.outputs, start, { start: from, end: now.length });
    return { start, from, live, segments: createSegments(from) };
  };
  let tail = startTail(columns);

  return {
    /** One value a bar by output, NaN where undefined, arbitrary before `cover`. Replaced by every change. */
    outputs: () => outputs,
    /** A new state of the last bar, or a bar after it. O(1) amortised. */
    follow(now: Columns, change: 'changed' | 'appended'): void {
      if (change === 'appended') {
        resize(now.length, (values) => withRoomBehind(values, now.length, now.length - 1));
      }
      const view = sliceColumns(now, tail.start, now.length);
      if (change === 'appended') tail.live.barAppended(view);
      else tail.live.lastBarChanged(view);
      // An append gives the bar before it its final state.
      copy(tail.live.outputs, tail.start, { start: Math.max(0, now.length - 2), end: now.length });
    },
    /** `count` bars were put before the first one. O(1) amortised a bar. */
    prepend(now: Columns, count: number): void {
      resize(now.length, (values) => withRoomBefore(values, count, now.length - count));
      // A tail that began with the first bar had too few before it.
      if (tail.start === 0) {
        tail = startTail(now);
        return;
      }
      tail.segments.prepend(count, needed);
      tail = { ...tail, start: tail.start + count, from: tail.from + count };
    },
    /** Computes missing values of the bars `from` … `to − 1`. */
    cover(now: Columns, from: number, to: number): void {
      for (const span of tail.segments.take({ start: from, end: to })) {
        const start = Math.max(0, span.start - needed);
        copy(computeStudy(id, sliceColumns(now, start, span.end), inputs), start, span);
      }
    },
  };
}
