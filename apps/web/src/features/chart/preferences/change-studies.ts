import type { ChartStudy } from '@moneytrail/chart';
import { freeStudyKey, studyNumber, USUAL_STUDIES } from '@moneytrail/chart/model';
import { STUDIES, type StudyId, type StudyInputs } from '@moneytrail/indicators';
import { COLOUR_NAMES, LINE_COLOURS, type LineStyles } from './line-styles.ts';
import { readsChartInputs } from './studies-on-chart.ts';

/** Where studies of a kind stand in legends. */
function orderOf(id: StudyId): number {
  return USUAL_STUDIES.findIndex((study) => study.id === id);
}

/**
 * How the lines of a study look that nobody has changed: the first of a kind as in the catalogue, further ones in
 * colours other than those of the first and of each other.
 */
export function firstStyles({ id, key }: Pick<ChartStudy, 'id' | 'key'>): LineStyles {
  if (readsChartInputs({ id, key })) return {};
  const number = studyNumber(key);
  const drawn = STUDIES.filter((study) => study.id === id).flatMap(({ outputs }) =>
    outputs.filter(({ isDrawn }) => isDrawn),
  );
  const taken = drawn.map(({ colour }) => COLOUR_NAMES[colour]);
  const free = LINE_COLOURS.filter((colour) => !taken.includes(COLOUR_NAMES[colour]));
  const first = (number - 2) * drawn.length;
  return Object.fromEntries(
    drawn.map(({ key }, index) => [key, { colour: free[(first + index) % free.length] }]),
  );
}

/**
 * One more study behind the others of its kind. The first of a kind reads the inputs of the chart; a further one begins
 * with a copy of them, and colours of its own.
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
    ...(!isFirst && { styles: firstStyles({ id, key }) }),
  };
  const behind = studies.findLastIndex((study) => orderOf(study.id) < orderOf(id)) + 1;
  const at = Math.max(behind, studies.findLastIndex((study) => study.id === id) + 1);
  // The first of a kind, put back, leads the others again.
  const place = isFirst ? behind : at;
  return { studies: studies.toSpliced(place, 0, added), key };
}

/** The studies with a change of one. */
export function withChange(
  studies: readonly ChartStudy[],
  key: string,
  change: Partial<ChartStudy>,
): ChartStudy[] {
  return studies.map((study) => (study.key === key ? { ...study, ...change } : study));
}
