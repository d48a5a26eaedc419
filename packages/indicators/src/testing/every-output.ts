import {
  type Columns,
  computeStudy,
  createStudy,
  type LiveStudy,
  STUDIES,
  type StudyId,
  type StudyInputs,
} from '../index.ts';
import { disagreements, IDENTICAL } from './tolerance.ts';

/** One series of the catalogue. */
export type NamedSeries = { id: StudyId; key: string; values: Float64Array };

/** Every output of every study over the whole series. */
export function everyOutput(columns: Columns, inputs: StudyInputs): NamedSeries[] {
  return STUDIES.flatMap(({ id }) => named(id, computeStudy(id, columns, inputs)));
}

/** Every study in its live form with its present outputs. */
export function everyLiveStudy(columns: Columns, inputs: StudyInputs) {
  const live: { id: StudyId; study: LiveStudy }[] = STUDIES.map(({ id }) => ({
    id,
    study: createStudy(id, columns, inputs),
  }));
  return {
    lastBarChanged: (now: Columns) => {
      for (const { study } of live) study.lastBarChanged(now);
    },
    barAppended: (now: Columns) => {
      for (const { study } of live) study.barAppended(now);
    },
    outputs: () =>
      live.flatMap(({ id, study }) =>
        named(id, study.outputs).map((series) => ({
          ...series,
          values: series.values.subarray(0, study.length),
        })),
      ),
  };
}

function named(id: StudyId, outputs: Readonly<Record<string, Float64Array>>): NamedSeries[] {
  return Object.entries(outputs).map(([key, values]) => ({ id, key, values }));
}

/** The places where two sets of series differ in any bit; should be empty. */
export function differences(got: readonly NamedSeries[], want: readonly NamedSeries[]): string[] {
  return want.flatMap(({ id, key, values }, index) =>
    disagreements(got[index]?.values ?? [], values, IDENTICAL).map(
      (text) => `${id}.${key}: ${text}`,
    ),
  );
}

/** The first `length` values of every series. */
export function beginningsOf(series: readonly NamedSeries[], length: number): NamedSeries[] {
  return series.map((one) => ({ ...one, values: one.values.subarray(0, length) }));
}

/** The first `length` bars, without copying. */
export function prefixOf(columns: Columns, length: number): Columns {
  return { ...columns, length };
}
