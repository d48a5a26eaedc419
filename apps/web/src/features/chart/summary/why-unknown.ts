import type { InputValues, StudyDefinition, StudyId, StudyInputs } from '@moneytrail/indicators';
import {
  CHART_INTERVAL,
  INTERVAL_INPUT,
  isHouse,
  isOfView,
  isTechnical,
  soundInputs,
} from '@moneytrail/indicators';
import { NO_VOLUME, tooFewBarsText } from '../model/messages.ts';

/** Bars that the smoothing of deployment adds to its length. */
export const SMOOTHING_BARS = 14;

export const NOT_POSITIVE = 'not defined for prices of zero or less';
export const NO_MOVEMENT = 'not defined for bars that hardly move or prices of zero or less';

/** A spread estimated from the bars of an index would be one of nothing that can be bought. */
export const NO_SPREAD = 'an index is calculated, not traded: it has no bid and ask';

const NO_INDEX_VOLUME = 'an index is calculated, not traded: it has no volume';
const NOT_DEFINED = 'not defined for these bars';
const NOT_LONGER = 'needs more bars, of an interval that is longer than the chart’s';
const NONE_HERE = 'none at this bar';
export const NO_SOURCE = 'its source is not on the chart';

/** The reason for a missing figure: too few bars, else `otherwise`. */
export function whyUnknown(neededBars: number, barCount: number, otherwise = NO_MOVEMENT): string {
  return barCount < neededBars ? tooFewBarsText(neededBars, barCount) : otherwise;
}

/** For a figure that needs prices above zero, however many bars there are. */
export function whyNotPositive(
  neededBars: number,
  barCount: number,
  price: number,
  otherwise = NOT_POSITIVE,
): string {
  return price <= 0 ? NOT_POSITIVE : whyUnknown(neededBars, barCount, otherwise);
}

export function whyNoRows(neededBars: number, barCount: number): string {
  if (barCount === 0) return 'No bar is loaded.';
  return `This level needs ${neededBars} bars; ${barCount} ${barCount === 1 ? 'is' : 'are'} loaded.`;
}

export function whyNoDistance(level: number): string {
  return Number.isNaN(level) ? 'the level is not known' : 'not defined at a price of zero';
}

/** Bars until an output of a study of the house has its first value. */
export function barsNeededBy(
  { id }: { id: StudyId },
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

/** The minimum spans the five lengths before the tightness's own window. */
function barsForTightness(
  outputKey: string,
  { longTermLength, shortTermLength }: StudyInputs,
): number {
  const length = outputKey.toLowerCase().includes('long') ? longTermLength : shortTermLength;
  return outputKey.startsWith('distance') ? 6 * length - 1 : length;
}

/** The values of a study by output; null or NaN if unknown. */
type OutputValues = Readonly<Record<string, number | null>>;

const isKnown = (value: number | null) => value !== null && !Number.isNaN(value);

/**
 * Whether the missing outputs of a study of the field are so by their meaning, such as the other side of a stop: there are
 * enough bars, and another output is defined.
 */
export function isNoneHere(
  study: StudyDefinition,
  inputs: InputValues,
  { barCount, values }: { barCount: number; values: OutputValues },
): boolean {
  return (
    isTechnical(study) &&
    barCount >= study.neededBars(inputs) &&
    Object.values(values).some(isKnown)
  );
}

type NewestBar = {
  barCount: number;
  price: number;
  isIndex: boolean;
  /** The study is computed from one that is not on the chart. */
  isSourceMissing?: boolean;
  values?: OutputValues;
};

/** The reason for a missing value at the newest of `barCount` loaded bars, which closed at `price`. */
export function whyNoValue(
  study: StudyDefinition,
  outputKey: string,
  inputs: InputValues,
  { barCount, price, isIndex, isSourceMissing = false, values = {} }: NewestBar,
): string {
  if (!isHouse(study)) {
    if (isSourceMissing) return NO_SOURCE;
    if (isNoneHere(study, inputs, { barCount, values })) return NONE_HERE;
    if (isIndex && isTechnical(study) && study.readsVolume) return NO_INDEX_VOLUME;
    if (isOfView(study)) return NO_VOLUME;
    const isOfChart = (inputs[INTERVAL_INPUT] ?? CHART_INTERVAL) === CHART_INTERVAL;
    return whyUnknown(study.neededBars(inputs), barCount, isOfChart ? NOT_DEFINED : NOT_LONGER);
  }
  const needed = barsNeededBy(study, outputKey, soundInputs(inputs));
  switch (study.id) {
    case 'tightness':
      return whyNotPositive(needed, barCount, price);
    case 'liquiditySpread':
      return isIndex ? NO_SPREAD : whyNotPositive(needed, barCount, price, NO_MOVEMENT);
    default:
      return whyUnknown(needed, barCount);
  }
}
