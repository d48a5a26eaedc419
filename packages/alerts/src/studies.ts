import {
  type Columns,
  computeMarks,
  computeStudy,
  DEFAULT_INPUTS,
  type HouseDefinition,
  type OutputDefinition,
  type SignalMark,
  STUDIES,
  type StudyInputs,
} from '@moneytrail/indicators';

/** Values of studies over given bars. Alerts on the same bars share one, so that each study is computed once. */
export type StudyValues = {
  /** One output of a study, a value a bar; all NaN if there is no such output. */
  output: (study: string, output: string, inputs: StudyInputs) => Float64Array;
  /** The marks of the default inputs. */
  marks: () => readonly SignalMark[];
};

/** The study with an id, and one of its outputs; undefined if there is none. */
export function findOutput(
  study: string,
  output: string,
): { study: HouseDefinition; output: OutputDefinition } | undefined {
  const found = STUDIES.find(({ id }) => id === study);
  const series = found?.outputs.find(({ key }) => key === output);
  return found && series && { study: found, output: series };
}

/** Computes each study when it is first asked for. The bars must not change afterwards. */
export function studyValues(columns: Columns): StudyValues {
  const computed = new Map<string, Readonly<Record<string, Float64Array>>>();
  let marks: readonly SignalMark[] | undefined;
  return {
    output(study, output, inputs) {
      const found = findOutput(study, output);
      if (!found) return new Float64Array(columns.length).fill(Number.NaN);
      const name = `${study} ${JSON.stringify(inputs)}`;
      const outputs: Readonly<Record<string, Float64Array>> =
        computed.get(name) ?? computeStudy(found.study.id, columns, inputs);
      computed.set(name, outputs);
      return outputs[output] ?? new Float64Array(0);
    },
    marks() {
      marks ??= computeMarks(columns, DEFAULT_INPUTS);
      return marks;
    },
  };
}
