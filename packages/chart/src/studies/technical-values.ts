import {
  type Columns,
  type InputValues,
  type StepContext,
  startTechnicalStudy,
  type TechnicalStudy,
  withRoomBefore,
  withRoomBehind,
} from '@moneytrail/indicators';
import type { Outputs, StudyValues } from './study-values.ts';

/** Reads what a study is computed from at a bar; NaN where it is undefined. */
export type ReadSource = (columns: Columns, index: number) => number;

export type TechnicalValues = StudyValues & {
  /** Number of bars that have been computed. */
  computed: () => number;
  /** Computes up to `most` more bars; true once all are. */
  advance: (columns: Columns, most: number) => boolean;
};

type Options = {
  context: StepContext;
  /** Default: the price that the inputs name. */
  read?: ReadSource | undefined;
  /** Outputs of the same study over the same number of bars, which stay in sight until they are computed anew. */
  former?: Outputs | undefined;
};

/**
 * The values of a study of the field over all bars. They may depend on every bar before, so they are computed from the
 * first loaded bar on, in parts, and anew once older bars are loaded. Until then the former values stay.
 */
export function createTechnicalValues(
  definition: TechnicalStudy,
  inputs: InputValues,
  columns: Columns,
  { context, read, former }: Options,
): TechnicalValues {
  const start = () => startTechnicalStudy(definition, inputs, context, read);
  const keys = definition.outputs.map(({ key }) => key);
  const makeEach = (make: (key: string) => Float64Array): Outputs =>
    Object.fromEntries(keys.map((key) => [key, make(key)]));
  const empty = (length: number) => new Float64Array(length).fill(Number.NaN);
  let run = start();
  // Copied, as the former study may still be drawn.
  let roomy = makeEach((key) => former?.[key]?.slice() ?? empty(columns.length));
  let outputs = roomy;
  const resize = (length: number, make: (values: Float64Array) => Float64Array) => {
    roomy = makeEach((key) => make(roomy[key] ?? empty(length)));
    outputs = makeEach((key) => (roomy[key] ?? empty(length)).subarray(0, length));
  };
  return {
    outputs: () => outputs,
    computed: () => run.next(),
    advance(now, most) {
      const end = Math.min(now.length, run.next() + most);
      while (run.next() < end) run.take(now, run.next(), outputs);
      return run.next() >= now.length;
    },
    follow(now, change) {
      const last = now.length - 1;
      if (change === 'appended') {
        resize(now.length, (values) => withRoomBehind(values, now.length, last));
        // Until it is computed, a new bar has no value.
        for (const key of keys) outputs[key]?.fill(Number.NaN, last);
      }
      // Bars that are still to come are computed with the others.
      if (run.next() < last) return;
      // The bar before an appended one has its final state now.
      if (run.next() === last && change === 'appended' && last > 0)
        run.take(now, last - 1, outputs);
      run.take(now, last, outputs);
    },
    prepend(now, count) {
      resize(now.length, (values) => withRoomBefore(values, count, now.length - count));
      for (const key of keys) outputs[key]?.fill(Number.NaN, 0, count);
      run = start();
    },
    cover() {},
  };
}
