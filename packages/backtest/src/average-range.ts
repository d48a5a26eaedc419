import { type Columns, trueRangeOf, valueAt } from '@moneytrail/indicators';

const LENGTH = 14;

/** With so many bars before, the first ones weigh less than a five-hundredth. */
export const BARS_BEFORE_RANGE = 100;

/**
 * The average true range of 14 bars, a value a bar, NaN before the fourteenth: the mean of the first fourteen true ranges,
 * then 13 parts of the value before and one part of the bar's own.
 *
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), chapter 3.
 */
export function averageRange({ length, high, low, close }: Columns): Float64Array {
  const values = new Float64Array(length).fill(Number.NaN);
  let sum = 0;
  let average = Number.NaN;
  for (let index = 0; index < length; index += 1) {
    const range = trueRangeOf(valueAt(high, index), valueAt(low, index), valueAt(close, index - 1));
    if (index < LENGTH) sum += range;
    if (index === LENGTH - 1) average = sum / LENGTH;
    else average = (average * (LENGTH - 1) + range) / LENGTH;
    values[index] = average;
  }
  return values;
}
