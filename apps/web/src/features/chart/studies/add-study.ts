import type { ChartStudy, StudyColour } from '@moneytrail/chart';
import { freeStudyKey, placedStudy, USUAL_STUDIES } from '@moneytrail/chart/model';
import {
  defaultInputs,
  findStudy,
  isHouse,
  isHouseId,
  isTechnical,
  type OutputDefinition,
  type StudyDefinition,
  type StudyInputs,
} from '@moneytrail/indicators';
import { useChartScreen } from '../model/chart-context.ts';
import {
  FURTHER_COLOURS,
  LINE_COLOURS,
  type LineStyles,
  lookOf,
} from '../preferences/line-styles.ts';
import { readsChartInputs } from '../preferences/studies-on-chart.ts';
import { useStudyActions } from './use-study-actions.ts';

/** Adds an instance of a study as one undo step; returns its key. */
export function useAddStudy(): (id: string) => string {
  const { controller } = useChartScreen();
  const { step } = useStudyActions();
  return (id) => {
    const compared = controller?.compared.get().map(({ colour }) => colour);
    let added = id;
    step(({ studies, inputs }) => {
      const next = withStudy(studies, id, inputs, compared);
      added = next.key;
      return next.studies;
    });
    return added;
  };
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
/** The first colours are preferred even if lines of other panes have them. */
const LATER = 50;

/**
 * Initial styles: the first study of a kind of the house as in the catalogue, any other in the colours least used by the
 * studies of the chart, those of its kind of pane and the instruments compared there first.
 */
export function firstStyles(
  { id, key }: Pick<ChartStudy, 'id' | 'key'>,
  studies: readonly ChartStudy[],
  compared: readonly StudyColour[] = [],
): LineStyles {
  const definition = findStudy(id);
  if (!definition || readsChartInputs({ id, key })) return {};
  const uses = new Map<StudyColour, number>();
  const use = (colour: StudyColour, weight: number) => {
    const look = lookOf(colour);
    uses.set(look, (uses.get(look) ?? 0) + weight);
  };
  for (const study of studies) {
    const placed = study.key === key ? undefined : placedStudy(study);
    const weight = placed?.pane === definition.pane ? USE_BESIDE : 1;
    for (const { colour, isDrawn } of placed?.outputs ?? []) if (isDrawn) use(colour, weight);
  }
  if (definition.pane === 'main') for (const colour of compared) use(colour, USE_BESIDE);
  const usesOf = (colour: StudyColour) =>
    (uses.get(colour) ?? 0) + (FURTHER_COLOURS.includes(colour) ? LATER : 0);
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
  compared: readonly StudyColour[] = [],
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
    ...(!isFirst && { styles: firstStyles({ id, key }, studies, compared) }),
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
