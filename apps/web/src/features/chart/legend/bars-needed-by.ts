import type { StudyDefinition, StudyInputs } from '@moneytrail/indicators';
import { SMOOTHING_BARS } from '../summary/summary-figures.ts';

/** How many bars it takes until a drawn line of a study has a value. */
export function barsNeededBy(
  { id }: Pick<StudyDefinition, 'id'>,
  outputKey: string,
  inputs: StudyInputs,
): number {
  const isLong = outputKey.startsWith('long');
  switch (id) {
    case 'shortTermLevels':
      return inputs.shortTermLength;
    case 'longTermLevels':
      return inputs.longTermLength;
    case 'combo':
      return isLong ? inputs.comboLongRange : inputs.comboShortRange;
    case 'tightness':
      return isLong ? inputs.longTermLength : inputs.shortTermLength;
    case 'liquiditySpread':
      return inputs.length;
    case 'longShortPercentage':
    case 'deployment':
      return inputs.length + SMOOTHING_BARS;
  }
}
