import { barCounts, type Resolution } from '@moneytrail/calendar';
import type { ChartStudy, PaneId, StudyColour } from '@moneytrail/chart';
import {
  freeStudyKey,
  placedStudy,
  readStudies,
  studyPlace,
  USUAL_STUDIES,
} from '@moneytrail/chart/model';
import {
  barsNeeded,
  CHART_INTERVAL,
  defaultInputs,
  findStudy,
  INTERVAL_INPUT,
  type InputField,
  type InputValues,
  isHouse,
  isHouseId,
  isOfView,
  isTechnical,
  neededBarsOf,
  type OutputDefinition,
  type StudyDefinition,
  type StudyInputs,
  soundInputs,
  soundStudyInputs,
  studySource,
} from '@moneytrail/indicators';
import { formatPrice } from '../../../lib/format.ts';
import { record } from '../../../lib/record.ts';
import { COLOUR_NAMES, LINE_COLOURS, type LineStyles, offeredStyles } from './line-styles.ts';

/** A study on the chart with its name, its lines and its pane. */
export type StudyOnChart = StudyDefinition & {
  key: string;
  isVisible: boolean;
  /** It is tabled without being on the chart, so that no other one is computed from it. */
  isAbsent?: boolean;
  standsIn: PaneId;
  /** The inputs that it is computed from. */
  chosenInputs: InputValues;
};

/** The first study of each kind of the house shares the chart's inputs with summary and signals. */
export function readsChartInputs({ key, id }: Pick<ChartStudy, 'key' | 'id'>): boolean {
  return key === id && isHouseId(id);
}

/** Settings of a study of the field stay as they are stored, whether its code is loaded or not. */
function withOfferedSettings(study: ChartStudy): ChartStudy {
  if (!isHouseId(study.id)) return study;
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

/** The effective inputs of a study: all of the house's, or its own. */
export function chosenInputs(study: ChartStudy, chartInputs: StudyInputs): InputValues {
  if (readsChartInputs(study)) return chartInputs;
  if (isHouseId(study.id)) return { ...chartInputs, ...study.inputs };
  const definition = findStudy(study.id);
  return definition ? soundStudyInputs(definition, study.inputs) : study.inputs;
}

/** Studies for the engine: those of the house with all their inputs, those of the field as they are stored. */
export function engineStudies(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): ChartStudy[] {
  return studies.map((study) =>
    isHouseId(study.id) ? { ...study, inputs: chosenInputs(study, chartInputs) } : study,
  );
}

/** Studies for the page, in the order of legends. */
export function studiesOnChart(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): StudyOnChart[] {
  return studies.flatMap((study) => {
    const place = studyPlace(study, studies);
    if (!place) return [];
    const { key, isVisible } = study;
    return [
      {
        ...place.definition,
        key,
        isVisible,
        standsIn: place.pane,
        chosenInputs: chosenInputs(study, chartInputs),
      },
    ];
  });
}

/** A chart does not wait for more; older bars come with a view of them. */
const MOST_FIRST_BARS = 3_000;

/** Bars after which all values of the studies and of the summary are defined, as far as a first load goes. */
export function neededBars({
  studies,
  inputs,
  resolution,
}: {
  studies: readonly ChartStudy[];
  inputs: StudyInputs;
  resolution: Resolution;
}): number {
  const counts = barCounts(resolution);
  const onChart = studiesOnChart(studies, inputs).map((study) =>
    neededBarsOf(study, study.chosenInputs, counts),
  );
  const needed = Math.max(barsNeeded(inputs), ...onChart);
  return Math.min(needed, Math.max(MOST_FIRST_BARS, barsNeeded(inputs)));
}

/** The first study of every kind, on the chart or not, and all further ones. Those of the view have no values of bars. */
export function tabledStudies(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): StudyOnChart[] {
  const further = studies.filter((study) => !readsChartInputs(study));
  return studiesOnChart([...USUAL_STUDIES, ...further], chartInputs)
    .filter((study) => !isOfView(study))
    .map((study) =>
      studies.some(({ key }) => key === study.key) ? study : { ...study, isAbsent: true },
    );
}

/** Decimals that a number is written with. */
export function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

function inputText(field: InputField, value: number | string | undefined): string {
  if (typeof value === 'number') return formatPrice(value, decimalsOf(value));
  const source = field.kind === 'source' && studySource(value);
  if (source) return placedName(source.key);
  const option = field.kind === 'choice' && field.options.find((one) => one.value === value);
  if (field.name === INTERVAL_INPUT && value === CHART_INTERVAL) return '';
  return option ? option.label : (value ?? '');
}

/** `RSI 2` for the key `rsi-2`, whether it is on the chart or not. */
export function placedName(key: string): string {
  return placedStudy({ key, id: key.split('-')[0] ?? '' })?.shortName ?? key;
}

/** Whether a study is computed from an output of another one that is not among the studies. */
export function isSourceMissing(
  { chosenInputs }: Pick<StudyOnChart, 'chosenInputs'>,
  studies: readonly StudyOnChart[],
): boolean {
  const source = studySource(chosenInputs.source);
  if (!source) return false;
  const read = studies.find(({ key }) => key === source.key);
  return !read?.outputs.some(({ key }) => key === source.output);
}

/** The inputs as legends list them: `20 close`. */
export function inputsText(study: StudyDefinition, inputs: InputValues): string {
  const isNumber = ({ kind }: InputField) => kind === 'integer' || kind === 'decimal';
  const numbers = study.inputs.filter(isNumber);
  const others = study.inputs.filter((field) => !isNumber(field));
  return [...numbers, ...others]
    .map((field) => inputText(field, inputs[field.name]))
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * Names an output among those of other studies: `BB 20 2 close: Upper`, `RSI 14 close`. The labels of the house need no
 * name before them.
 */
export function outputName(
  study: StudyDefinition,
  inputs: InputValues,
  { label }: Pick<OutputDefinition, 'label'>,
): string {
  if (!isTechnical(study)) return label;
  const name = `${study.shortName} ${inputsText(study, inputs)}`.trimEnd();
  return study.outputs.length === 1 ? name : `${name}: ${label}`;
}

/** True for the combo with the lengths of the levels, whose lines it then repeats. */
export function repeatsLevels(study: Pick<StudyOnChart, 'key' | 'id' | 'chosenInputs'>): boolean {
  const { comboShortRange, comboLongRange, shortTermLength, longTermLength } = soundInputs(
    study.chosenInputs,
  );
  return (
    study.id === 'combo' &&
    readsChartInputs(study) &&
    comboShortRange === shortTermLength &&
    comboLongRange === longTermLength
  );
}

/** The rank of a kind of study in legends; those of the field stand behind the house's in the order of their adding. */
function orderOf(id: string): number {
  const rank = USUAL_STUDIES.findIndex((study) => study.id === id);
  return rank < 0 ? USUAL_STUDIES.length : rank;
}

/** Colours that tell rising from falling. */
const DIRECTIONS: readonly StudyColour[] = ['shortSupport', 'shortResistance'];

/** A line takes another colour unless its own has a meaning, as those of rising and falling have. */
function isRecoloured(
  definition: StudyDefinition,
  { colour, isDrawn, shape }: OutputDefinition,
): boolean {
  const hasMeaning =
    shape === 'columns' || (isTechnical(definition) && DIRECTIONS.includes(colour));
  return isDrawn && !hasMeaning;
}

/** A colour in the study's own pane weighs more than any number of uses in others. */
const USE_BESIDE = 100;

/**
 * Initial styles: the first study of a kind of the house as in the catalogue, any other in the colours least used by the
 * studies of the chart, those of its kind of pane first.
 */
export function firstStyles(
  { id, key }: Pick<ChartStudy, 'id' | 'key'>,
  studies: readonly ChartStudy[],
): LineStyles {
  const definition = findStudy(id);
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
  const lines = definition.outputs.filter((line) => isRecoloured(definition, line));
  const chosen = new Map<StudyColour, StudyColour>();
  return Object.fromEntries(
    lines.map((line) => {
      // Lines of one colour, such as the edges of a band, stay together.
      const same = isTechnical(definition) ? chosen.get(line.colour) : undefined;
      const colour = same ?? LINE_COLOURS.reduce((a, b) => (usesOf(b) < usesOf(a) ? b : a));
      use(colour, USE_BESIDE);
      chosen.set(line.colour, colour);
      return [line.key, { colour }];
    }),
  );
}

/**
 * Adds a study behind the others of its kind. The first of a kind of the house shares the chart's inputs, and a further one
 * starts with a copy of them; one of the field starts with its defaults. All but the former have colours of their own.
 */
export function withStudy(
  studies: readonly ChartStudy[],
  id: string,
  chartInputs: StudyInputs,
): { studies: ChartStudy[]; key: string } {
  const key = freeStudyKey(id, studies);
  const isFirst = readsChartInputs({ key, id });
  const definition = findStudy(id);
  const ownInputs = definition && !isHouse(definition) ? defaultInputs(definition) : chartInputs;
  const added: ChartStudy = {
    key,
    id,
    inputs: isFirst ? {} : ownInputs,
    isVisible: true,
    ...(!isFirst && { styles: firstStyles({ id, key }, studies) }),
  };
  const rank = orderOf(id);
  const behind = isHouseId(id)
    ? studies.findLastIndex((study) => orderOf(study.id) < rank) + 1
    : studies.length;
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
