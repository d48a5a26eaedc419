import type { StudyDefinition, StudyInputs } from '@moneytrail/indicators';
import { tooFewBarsText } from '../model/messages.ts';

/** Bars that the smoothing of deployment adds to its length. */
export const SMOOTHING_BARS = 14;

export const NOT_POSITIVE = 'not defined for prices of zero or less';
export const NO_MOVEMENT = 'not defined for bars that hardly move or prices of zero or less';

/** Why a figure is not known: too few bars, else what else it depends on. */
export function whyUnknown(neededBars: number, barCount: number, otherwise = NO_MOVEMENT): string {
  return barCount < neededBars ? tooFewBarsText(neededBars, barCount) : otherwise;
}

/** The same of a figure that more bars never help where prices are not above zero. */
export function whyNotPositive(
  neededBars: number,
  barCount: number,
  price: number,
  otherwise = NOT_POSITIVE,
): string {
  return price <= 0 ? NOT_POSITIVE : whyUnknown(neededBars, barCount, otherwise);
}

/** Why nothing stands behind a level: its window is not full. */
export function whyNoRows(neededBars: number, barCount: number): string {
  if (barCount === 0) return 'No bar is loaded.';
  return `This level needs ${neededBars} bars; ${barCount} ${barCount === 1 ? 'is' : 'are'} loaded.`;
}

/** Why a level has no distance from the price. */
export function whyNoDistance(level: number): string {
  return Number.isNaN(level) ? 'the level is not known' : 'not defined at a price of zero';
}

/** How many bars it takes until an output of a study has a value. */
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
      return barsForTightness(outputKey, inputs);
    case 'liquiditySpread':
      return inputs.length;
    case 'longShortPercentage':
    case 'deployment':
      return inputs.length + SMOOTHING_BARS;
  }
}

/** A minimum is looked for in five lengths before that of the tightness itself. */
function barsForTightness(
  outputKey: string,
  { longTermLength, shortTermLength }: StudyInputs,
): number {
  const length = outputKey.toLowerCase().includes('long') ? longTermLength : shortTermLength;
  return outputKey.startsWith('distance') ? 6 * length - 1 : length;
}

/** Why an output of a study has no value at a bar: the newest of `barCount` loaded ones, which closed at `price`. */
export function whyNoValue(
  study: Pick<StudyDefinition, 'id'>,
  outputKey: string,
  inputs: StudyInputs,
  { barCount, price }: { barCount: number; price: number },
): string {
  const needed = barsNeededBy(study, outputKey, inputs);
  switch (study.id) {
    case 'tightness':
      return whyNotPositive(needed, barCount, price);
    case 'liquiditySpread':
      return whyNotPositive(needed, barCount, price, NO_MOVEMENT);
    default:
      return whyUnknown(needed, barCount);
  }
}
