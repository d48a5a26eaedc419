import type { StudyId, StudyInputs } from '@moneytrail/indicators';

/** Whether a study is the combo with the lengths of the levels: its channels are then the levels once more. */
export function repeatsLevels(study: StudyId, inputs: StudyInputs): boolean {
  return (
    study === 'combo' &&
    inputs.comboShortRange === inputs.shortTermLength &&
    inputs.comboLongRange === inputs.longTermLength
  );
}
