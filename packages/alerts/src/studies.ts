import {
  anchorOf,
  barCounts,
  longerBarTime,
  type MarketHours,
  type Resolution,
} from '@moneytrail/calendar';
import type { AlertCondition, AlertDefinition } from '@moneytrail/contract';
import {
  barsNeeded,
  type Columns,
  computeMarks,
  computeStudy,
  computeTechnicalStudy,
  DEFAULT_INPUTS,
  defaultInputs,
  findStudy,
  type InputValues,
  instrumentSource,
  isHouse,
  isOfView,
  isTechnical,
  neededBarsOf,
  type OutputDefinition,
  type SignalMark,
  type StudyDefinition,
  soundInputs,
  soundStudyInputs,
  studyInputProblems,
  studySource,
} from '@moneytrail/indicators';

/** Where bars come from: the hours of the market, and their length. */
export type Market = { readonly hours: MarketHours; readonly resolution: Resolution };

/** Values of studies over given bars. Alerts on the same bars share one, so that each study is computed once. */
export type StudyValues = {
  /** One output of a study, a value a bar; all NaN if it cannot be computed. */
  output: (study: string, output: string, inputs: InputValues) => Float64Array;
  /** The marks of the default inputs. */
  marks: () => readonly SignalMark[];
};

/** The study with an id, and one of its outputs; undefined if there is none. */
export function findOutput(
  study: string,
  output: string,
): { study: StudyDefinition; output: OutputDefinition } | undefined {
  const found = findStudy(study);
  const series = found?.outputs.find(({ key }) => key === output);
  return found && series && { study: found, output: series };
}

/** All inputs of a study from those that differ from its defaults. */
export function inputsOf(study: string, given: Readonly<Record<string, unknown>>): InputValues {
  const definition = findStudy(study);
  return definition
    ? soundStudyInputs(definition, given)
    : soundInputs({ ...DEFAULT_INPUTS, ...given });
}

/** The most bars that a study of the field may need for an alert. */
const MOST_NEEDED_BARS = 1_500;
/** Three times the needed bars make the first loaded one matter less than the last decimals. */
const SETTLED = 3;

function neededBars(
  definition: StudyDefinition,
  given: Readonly<Record<string, unknown>>,
  resolution: Resolution,
): number {
  return neededBarsOf(definition, inputsOf(definition.id, given), barCounts(resolution));
}

/** The closed bars from which a study is the same as from all bars. */
export function barsForStudy(
  study: string,
  given: Readonly<Record<string, unknown>>,
  resolution: Resolution,
): number {
  const definition = findStudy(study);
  if (!definition || !isTechnical(definition)) {
    return barsNeeded(soundInputs({ ...DEFAULT_INPUTS, ...given }));
  }
  return Math.min(MOST_NEEDED_BARS, SETTLED * neededBars(definition, given, resolution));
}

/** The bars that a study is watched on. Those of an index have no volume; the instruments of a watchlist may be any. */
export type StudyPlace = { readonly resolution: Resolution; readonly isIndex: boolean };

/**
 * The reason why a study cannot be watched; null if it can. Each text begins with its name and goes on behind it, so that
 * it can follow other words.
 */
export function studyProblem(
  study: string,
  given: InputValues,
  { resolution, isIndex }: StudyPlace,
): string | null {
  const definition = findStudy(study);
  if (!definition) return `There is no study ${study}.`;
  const { shortName } = definition;
  if (studySource(given.source)) {
    return `${shortName} is computed from another study of a chart, which is known only there.`;
  }
  if (instrumentSource(given.source)) {
    return `${shortName} is computed from an instrument that a chart compares, and an alert reads bars of its own instrument only.`;
  }
  if (!isTechnical(definition)) return null;
  if (definition.isCumulative) {
    return `${shortName} counts from the first bar of a chart, so there is no value to compare.`;
  }
  if (isOfView(definition)) {
    return `${shortName} depends on the bars in view, so there is no value to compare.`;
  }
  if (isIndex && definition.readsVolume) {
    return `${shortName} reads volume, and an index has none.`;
  }
  const inputProblem = givenProblem(definition, given);
  if (inputProblem) return `${shortName}: ${inputProblem}`;
  const needed = neededBars(definition, given, resolution);
  return needed > MOST_NEEDED_BARS
    ? `${shortName} needs ${needed} bars with these inputs; at most ${MOST_NEEDED_BARS} are read.`
    : null;
}

/** The first input that a study of the field does not have or cannot be computed from; null if there is none. */
function givenProblem(definition: StudyDefinition, given: InputValues): string | null {
  const names = new Set(definition.inputs.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) return `there is no input ${unknown}.`;
  const [problem] = studyInputProblems(definition, { ...defaultInputs(definition), ...given });
  return problem?.message ?? null;
}

type StudyCondition = Extract<AlertCondition, { kind: 'study' }>;

/** The first reason why a study of a definition cannot be watched; null if all can. */
export function watchProblem(
  { conditions, resolution }: Pick<AlertDefinition, 'conditions' | 'resolution'>,
  isIndex: boolean,
): string | null {
  for (const one of conditions) {
    const problem = one.kind === 'study' ? conditionProblem(one, { resolution, isIndex }) : null;
    if (problem) return problem;
  }
  return null;
}

function conditionProblem(
  { study, output, inputs, than }: StudyCondition,
  place: StudyPlace,
): string | null {
  const outputs = 'output' in than ? [output, than.output] : [output];
  const unknown = findStudy(study) && outputs.find((one) => !findOutput(study, one));
  return unknown
    ? `There is no output ${unknown} of ${study}.`
    : studyProblem(study, inputs, place);
}

/** Computes each study when it is first asked for. The bars must not change afterwards. */
export function studyValues(columns: Columns, { hours, resolution }: Market): StudyValues {
  const computed = new Map<string, Readonly<Record<string, Float64Array>>>();
  let marks: readonly SignalMark[] | undefined;
  const compute = (
    study: StudyDefinition,
    inputs: InputValues,
  ): Readonly<Record<string, Float64Array>> => {
    if (isHouse(study)) return computeStudy(study.id, columns, soundInputs(inputs));
    if (!isTechnical(study) || studyProblem(study.id, inputs, { resolution, isIndex: false }))
      return {};
    return computeTechnicalStudy(study, columns, inputs, {
      periodStart: (period, timeMs) => anchorOf(hours, resolution, period, timeMs),
      longerBar: (interval, timeMs) => longerBarTime(hours, resolution, interval, timeMs),
    });
  };
  return {
    output(study, output, inputs) {
      const found = findOutput(study, output);
      const name = `${study} ${JSON.stringify(inputs)}`;
      const outputs = computed.get(name) ?? (found ? compute(found.study, inputs) : {});
      if (found) computed.set(name, outputs);
      return outputs[output] ?? new Float64Array(columns.length).fill(Number.NaN);
    },
    marks() {
      marks ??= computeMarks(columns, DEFAULT_INPUTS);
      return marks;
    },
  };
}
