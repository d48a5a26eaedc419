import { barCounts, type Resolution } from '@moneytrail/calendar';
import type { ChartStudy, PaneId } from '@moneytrail/chart';
import { placedStudy, readStudies, studyPlace, USUAL_STUDIES } from '@moneytrail/chart/model';
import {
  barsNeeded,
  CHART_INTERVAL,
  findStudy,
  INTERVAL_INPUT,
  type InputField,
  type InputValues,
  instrumentSource,
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
import { shownCode } from '../../../lib/ticker-code.ts';
import { offeredStyles } from './line-styles.ts';

/** A study on the chart with its name, its lines and its pane. */
export type StudyOnChart = StudyDefinition & {
  key: string;
  isVisible: boolean;
  /** It is tabled without being on the chart, so that no other one is computed from it. */
  isAbsent?: boolean;
  standsIn: PaneId;
  /** The compared instrument that it is computed from; null for that of the chart. */
  instrument: string | null;
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
        instrument: place.instrument,
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
  const other = field.kind === 'source' && instrumentSource(value);
  if (other)
    return `· ${shownCode(other.symbol)}${other.price === 'close' ? '' : ` ${other.price}`}`;
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

/** The inputs as legends list them: `20 close`, and `20 · ETHUSD` for the close of a compared instrument. */
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

/** The key of the one study that joined those of `known` keys; a layout or a template brings several. */
export function joinedKey(keys: readonly string[], known: readonly string[]): string | undefined {
  const [joined, ...others] = keys.filter((key) => !known.includes(key));
  return others.length === 0 && keys.length === known.length + 1 ? joined : undefined;
}

export function withChange(
  studies: readonly ChartStudy[],
  key: string,
  change: Partial<ChartStudy>,
): ChartStudy[] {
  return studies.map((study) => (study.key === key ? { ...study, ...change } : study));
}
