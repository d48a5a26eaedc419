import type { ChartStudy, PaneId, StudyColour } from '@moneytrail/chart';
import {
  freeStudyKey,
  paneOf,
  placedStudy,
  readStudies,
  USUAL_STUDIES,
} from '@moneytrail/chart/model';
import {
  barsNeeded,
  STUDIES,
  type StudyDefinition,
  type StudyId,
  type StudyInputs,
  soundInputs,
} from '@moneytrail/indicators';
import { formatPrice } from '../../../lib/format.ts';
import { record } from '../../../lib/record.ts';
import { COLOUR_NAMES, LINE_COLOURS, type LineStyles, offeredStyles } from './line-styles.ts';

/** A study on the chart with its name, its lines and its pane. */
export type StudyOnChart = StudyDefinition & {
  key: string;
  isVisible: boolean;
  standsIn: PaneId;
  /** The inputs that it is computed from. */
  chosenInputs: StudyInputs;
};

/** The first study of each kind shares the chart's inputs with summary and signals. */
export function readsChartInputs({ key, id }: Pick<ChartStudy, 'key' | 'id'>): boolean {
  return key === id;
}

function withOfferedSettings(study: ChartStudy): ChartStudy {
  const { styles: _, inputs, ...others } = study;
  const styles = offeredStyles(study.id, study.styles);
  return {
    ...others,
    inputs: readsChartInputs(study) ? {} : soundInputs(record(inputs)),
    ...(Object.keys(styles).length > 0 && { styles }),
  };
}

/** Reads the form stored before a chart could have several studies of one kind. */
function formerStudies(fields: Record<string, unknown>): ChartStudy[] {
  const namesIn = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : []);
  const styles = record(fields.styles);
  return USUAL_STUDIES.filter(({ id }) => !namesIn(fields.removedStudies).includes(id)).map(
    (study) => ({
      ...study,
      isVisible: !namesIn(fields.hiddenStudies).includes(study.id),
      styles: offeredStyles(study.id, styles[study.id]),
    }),
  );
}

/** Stored studies with offered settings alone; the usual studies where none were stored. */
export function readChartStudies(fields: Record<string, unknown>): ChartStudy[] {
  const studies = 'studies' in fields ? readStudies(fields.studies) : formerStudies(fields);
  return studies.map(withOfferedSettings);
}

export function chosenInputs(study: ChartStudy, chartInputs: StudyInputs): StudyInputs {
  return readsChartInputs(study) ? chartInputs : { ...chartInputs, ...study.inputs };
}

/** Studies for the engine, each with all its inputs. */
export function engineStudies(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): ChartStudy[] {
  return studies.map((study) => ({ ...study, inputs: chosenInputs(study, chartInputs) }));
}

/** Studies for the page, in the order of legends. */
export function studiesOnChart(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): StudyOnChart[] {
  return studies.flatMap((study) => {
    const definition = placedStudy(study);
    if (!definition) return [];
    const { key, isVisible } = study;
    return [
      {
        ...definition,
        key,
        isVisible,
        standsIn: paneOf(study),
        chosenInputs: chosenInputs(study, chartInputs),
      },
    ];
  });
}

/** Bars after which all values of the studies and of the summary are defined. */
export function neededBars({
  studies,
  inputs,
}: {
  studies: readonly ChartStudy[];
  inputs: StudyInputs;
}): number {
  const onChart = studiesOnChart(studies, inputs).map((study) =>
    study.neededBars(study.chosenInputs),
  );
  return Math.max(barsNeeded(inputs), ...onChart);
}

/** The first study of every kind, on the chart or not, and all further ones. */
export function tabledStudies(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): StudyOnChart[] {
  const further = studies.filter((study) => !readsChartInputs(study));
  return studiesOnChart([...USUAL_STUDIES, ...further], chartInputs);
}

function formatInput(value: number | string): string {
  return typeof value === 'number' ? formatPrice(value, 0) : value;
}

/** The inputs as legends list them: `20 close`. */
export function inputsText(study: StudyDefinition, inputs: StudyInputs): string {
  const numbers = study.inputs.filter(({ kind }) => kind === 'integer');
  const sources = study.inputs.filter(({ kind }) => kind === 'source');
  return [...numbers, ...sources].map(({ name }) => formatInput(inputs[name])).join(' ');
}

/** True for the combo with the lengths of the levels, whose lines it then repeats. */
export function repeatsLevels(study: Pick<StudyOnChart, 'key' | 'id' | 'chosenInputs'>): boolean {
  const { comboShortRange, comboLongRange, shortTermLength, longTermLength } = study.chosenInputs;
  return (
    study.id === 'combo' &&
    readsChartInputs(study) &&
    comboShortRange === shortTermLength &&
    comboLongRange === longTermLength
  );
}

/** The rank of a kind of study in legends. */
function orderOf(id: StudyId): number {
  return USUAL_STUDIES.findIndex((study) => study.id === id);
}

/** A colour in the study's own pane weighs more than any number of uses in others. */
const USE_BESIDE = 100;

/**
 * Initial styles: the first study of a kind as in the catalogue, a further one in the colours least used by the studies of
 * the chart, those of its kind of pane first.
 */
export function firstStyles(
  { id, key }: Pick<ChartStudy, 'id' | 'key'>,
  studies: readonly ChartStudy[],
): LineStyles {
  const definition = STUDIES.find((study) => study.id === id);
  if (!definition || readsChartInputs({ id, key })) return {};
  const uses = new Map<string, number>();
  const use = (colour: StudyColour, weight: number) => {
    const name = COLOUR_NAMES[colour];
    uses.set(name, (uses.get(name) ?? 0) + weight);
  };
  for (const study of studies) {
    const placed = study.key === key ? undefined : placedStudy(study);
    const weight = placed?.pane === definition.pane ? USE_BESIDE : 1;
    for (const { colour, isDrawn } of placed?.outputs ?? []) if (isDrawn) use(colour, weight);
  }
  const usesOf = (colour: StudyColour) => uses.get(COLOUR_NAMES[colour]) ?? 0;
  const lines = definition.outputs.filter(({ isDrawn }) => isDrawn);
  return Object.fromEntries(
    lines.map((line) => {
      const colour = LINE_COLOURS.reduce((a, b) => (usesOf(b) < usesOf(a) ? b : a));
      use(colour, USE_BESIDE);
      return [line.key, { colour }];
    }),
  );
}

/**
 * Adds a study behind the others of its kind. The first of a kind shares the chart's inputs; a further one starts with a
 * copy of them and colours of its own.
 */
export function withStudy(
  studies: readonly ChartStudy[],
  id: StudyId,
  chartInputs: StudyInputs,
): { studies: ChartStudy[]; key: string } {
  const key = freeStudyKey(id, studies);
  const isFirst = readsChartInputs({ key, id });
  const added: ChartStudy = {
    key,
    id,
    inputs: isFirst ? {} : chartInputs,
    isVisible: true,
    ...(!isFirst && { styles: firstStyles({ id, key }, studies) }),
  };
  const behind = studies.findLastIndex((study) => orderOf(study.id) < orderOf(id)) + 1;
  const at = Math.max(behind, studies.findLastIndex((study) => study.id === id) + 1);
  // The first of a kind leads the others again when it is put back.
  const place = isFirst ? behind : at;
  return { studies: studies.toSpliced(place, 0, added), key };
}

export function withChange(
  studies: readonly ChartStudy[],
  key: string,
  change: Partial<ChartStudy>,
): ChartStudy[] {
  return studies.map((study) => (study.key === key ? { ...study, ...change } : study));
}
