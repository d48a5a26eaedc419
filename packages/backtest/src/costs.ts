import { inputsOf, type StudyValues } from '@moneytrail/alerts';
import type { TradingRule } from '@moneytrail/contract';
import { medianOf, placeOf, valueAt } from '@moneytrail/indicators';
import type { Sign } from './positions.ts';

/** Basis points in one. */
const BASIS_POINTS = 10_000;

/** The costs of one entry or exit at each bar, as a share of its price, by the spread at the close before an entry. */
export type Costs = {
  readonly share: (entry: number) => number;
  /** The spread could not be estimated there: it counts as the median of the estimates before, or as zero. */
  readonly isUnknown: (entry: number) => boolean;
};

/** The median of the values before each undefined one; 0 if there are none. Defined values stay. */
function filledByMedian(values: Float64Array): Float64Array {
  const filled = Float64Array.from(values);
  const sorted = new Float64Array(values.length);
  let count = 0;
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) {
      filled[index] = count === 0 ? 0 : medianOf(sorted.subarray(0, count));
      continue;
    }
    const place = placeOf(sorted, value, 0, count);
    sorted.copyWithin(place + 1, place, count);
    sorted[place] = value;
    count += 1;
  }
  return filled;
}

export function costsOf({ costs }: TradingRule, studies: StudyValues): Costs {
  const commission = costs.commissionPercent / 100;
  if (costs.spread.kind === 'fixed') {
    const share = costs.spread.percent / 200 + commission;
    return { share: () => share, isUnknown: () => false };
  }
  const spreads = studies.output('liquiditySpread', 'spread', inputsOf('liquiditySpread', {}));
  const known = spreads.some(Number.isNaN) ? filledByMedian(spreads) : spreads;
  return {
    share: (entry) => valueAt(known, entry - 1) / (2 * BASIS_POINTS) + commission,
    isUnknown: (entry) => Number.isNaN(valueAt(spreads, entry - 1)),
  };
}

/** Spread and commissions of an entry and its exit, in percent of the entry's price. */
export function costPercentOf(share: number, entryPrice: number, exitPrice: number): number {
  return (100 * share * (entryPrice + Math.abs(exitPrice))) / entryPrice;
}

/** The change of a position in percent of the entry's price, after its costs. */
export function netPercentOf(
  sign: Sign,
  { share, entryPrice, exitPrice }: { share: number; entryPrice: number; exitPrice: number },
): number {
  const gross = (100 * sign * (exitPrice - entryPrice)) / entryPrice;
  return gross - costPercentOf(share, entryPrice, exitPrice);
}
