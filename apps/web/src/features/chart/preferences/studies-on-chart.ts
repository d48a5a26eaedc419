import type { ChartStudy, PaneId } from '@moneytrail/chart';
import { paneOf, placedStudy, readStudies, USUAL_STUDIES } from '@moneytrail/chart/model';
import {
  barsNeeded,
  type StudyDefinition,
  type StudyInputs,
  soundInputs,
} from '@moneytrail/indicators';
import { record } from '../../../lib/record.ts';
import { offeredStyles } from './line-styles.ts';

/** A study on the chart, as it is called and drawn there. */
export type StudyOnChart = StudyDefinition & {
  key: string;
  isVisible: boolean;
  standsIn: PaneId;
  /** What it computes from. */
  chosenInputs: StudyInputs;
};

/** Whether a study reads the inputs of the chart, which summary and signals read too: the first of each kind does. */
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

/** The studies as they were stored before there could be several of one kind. */
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

/** Stored studies, without what is not offered; those of a new chart where none were stored. */
export function readChartStudies(fields: Record<string, unknown>): ChartStudy[] {
  const studies = 'studies' in fields ? readStudies(fields.studies) : formerStudies(fields);
  return studies.map(withOfferedSettings);
}

/** What a study computes from. */
export function chosenInputs(study: ChartStudy, chartInputs: StudyInputs): StudyInputs {
  return readsChartInputs(study) ? chartInputs : { ...chartInputs, ...study.inputs };
}

/** The studies for the engine, each with all that it computes from. */
export function engineStudies(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): ChartStudy[] {
  return studies.map((study) => ({ ...study, inputs: chosenInputs(study, chartInputs) }));
}

/** The studies as the page shows them, in the order of legends. */
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

/** Bars after which every value of the studies on the chart, and of the summary, is defined. */
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

/** The first study of every kind, on the chart or not, and the further ones that are there. */
export function tabledStudies(
  studies: readonly ChartStudy[],
  chartInputs: StudyInputs,
): StudyOnChart[] {
  const further = studies.filter((study) => !readsChartInputs(study));
  return studiesOnChart([...USUAL_STUDIES, ...further], chartInputs);
}
