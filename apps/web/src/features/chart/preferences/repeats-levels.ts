import type { StudyInputs } from '@moneytrail/indicators';
import { readsChartInputs, type StudyOnChart } from './studies-on-chart.ts';

/** Whether a study is the combo with the lengths of the levels: its channels are then the levels once more. */
export function repeatsLevels(study: Pick<StudyOnChart, 'key' | 'id' | 'chosenInputs'>): boolean {
  return study.id === 'combo' && readsChartInputs(study) && hasLengthsOfLevels(study.chosenInputs);
}

function hasLengthsOfLevels(inputs: StudyInputs): boolean {
  return (
    inputs.comboShortRange === inputs.shortTermLength &&
    inputs.comboLongRange === inputs.longTermLength
  );
}
