import type { Summary } from '@moneytrail/indicators';
import {
  formatBasisPoints,
  formatChange,
  formatPercent,
  formatPrice,
  formatSignedInteger,
} from '../../../lib/format.ts';
import { tooFewBarsText } from '../screen/messages.ts';

/** A named figure; `note` stands dimmed under it, `why` says why it is not known where it is not. */
export type Figure = { name: string; value: number; text: string; note?: string; why: string };

/** Bars that the smoothing of deployment adds to its length. */
export const SMOOTHING_BARS = 14;

const NOT_POSITIVE = 'not defined for prices of zero or less';
const NO_MOVEMENT = 'not defined for bars that hardly move or prices of zero or less';

/** Why a figure is not known: too few bars, else what else it depends on. */
export function whyUnknown(neededBars: number, barCount: number, otherwise = NO_MOVEMENT): string {
  return barCount < neededBars ? tooFewBarsText(neededBars, barCount) : otherwise;
}

/** Why a level has no distance from the price. */
export function whyNoDistance(level: number): string {
  return Number.isNaN(level) ? 'the level is not known' : 'not defined at a price of zero';
}

type Lengths = { short: number; long: number; flow: number };

/** More bars never help where prices are not above zero. */
function whyNoTightness({ currentPrice, barCount }: Summary, neededBars: number): string {
  return currentPrice <= 0 ? NOT_POSITIVE : whyUnknown(neededBars, barCount, NOT_POSITIVE);
}

/** A tightness and how far it is from its minimum, which is looked for in five of its lengths before its own. */
function tightnessFigure(
  summary: Summary,
  {
    name,
    value,
    distance,
    length,
  }: Record<'value' | 'distance' | 'length', number> & { name: string },
): Figure {
  const why = whyNoTightness(summary, length);
  const text = formatPercent(value);
  if (Number.isNaN(value)) return { name, value, text, why };
  if (distance === 0) return { name, value, text, why, note: 'at its low' };
  const note = Number.isNaN(distance)
    ? `low not known: ${whyNoTightness(summary, 6 * length - 1)}`
    : `${formatPrice(distance, 2)} percentage points above its low`;
  return { name, value, text, why, note };
}

/** What the studies say beside the levels, each with how far a tightness is from its tightest. */
export function studyFigures(summary: Summary, { short, long, flow }: Lengths): Figure[] {
  const { barCount, deployment, liquiditySpread } = summary;
  return [
    {
      name: 'Deployment',
      value: deployment,
      text: formatSignedInteger(deployment),
      why: whyUnknown(flow + SMOOTHING_BARS, barCount),
    },
    tightnessFigure(summary, {
      name: 'Tightness long',
      value: summary.longTermTightness,
      distance: summary.distanceToLongTermMin,
      length: long,
    }),
    tightnessFigure(summary, {
      name: 'Tightness short',
      value: summary.shortTermTightness,
      distance: summary.distanceToShortTermMin,
      length: short,
    }),
    {
      name: 'Liquidity spread',
      value: liquiditySpread,
      text: formatBasisPoints(liquiditySpread),
      why: whyUnknown(flow, barCount),
    },
  ];
}

/** The statistics of the long-term window. */
export function windowFigures(summary: Summary, decimals: number, longLength: number): Figure[] {
  const { totalChange, currentPrice, volatility } = summary;
  const why = whyUnknown(longLength, summary.barCount, NOT_POSITIVE);
  const price = (name: string, value: number): Figure => {
    return { name, value, text: formatPrice(value, decimals), why };
  };
  const change = formatChange(currentPrice, currentPrice - totalChange, decimals);
  return [
    { name: 'Total change', value: totalChange, text: change, why },
    price('Average open', summary.averageOpen),
    price('Average close', summary.averageClose),
    price('Highest high', summary.highestHigh),
    price('Lowest low', summary.lowestLow),
    { name: 'Volatility', value: volatility, text: formatPercent(volatility), why },
  ];
}
