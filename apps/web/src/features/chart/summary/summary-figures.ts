import type { ChartBar } from '@moneytrail/chart';
import type { Summary } from '@moneytrail/indicators';
import {
  formatBasisPoints,
  formatChange,
  formatPercent,
  formatPrice,
  formatSignedInteger,
} from '../../../lib/format.ts';
import type { TermId } from '../../../lib/terms.ts';
import {
  NO_MOVEMENT,
  NO_SPREAD,
  NOT_POSITIVE,
  SMOOTHING_BARS,
  whyNotPositive,
  whyUnknown,
} from './why-unknown.ts';

type LivePrice = {
  price: number;
  /** The price is that of a forming bar; else it is the last close. */
  isForming: boolean;
};

/** The price at the head of the summary: that of the forming bar, else the last close. */
export function livePriceOf(summary: Summary, lastBar: ChartBar | null): LivePrice {
  const { currentPrice, currentPriceTime } = summary;
  const isForming = lastBar !== null && !(lastBar.time <= currentPriceTime);
  return { price: isForming ? lastBar.close : currentPrice, isForming };
}

/** `note` is dimmed under the figure; `why` is the reason if `value` is NaN. */
export type Figure = {
  name: string;
  term?: TermId;
  value: number;
  text: string;
  note?: string;
  why: string;
};

type Lengths = { short: number; long: number; flow: number };

/** A tightness and its distance from its minimum over the five lengths before its own window. */
function tightnessFigure(
  { barCount, currentPrice }: Summary,
  {
    name,
    value,
    distance,
    length,
  }: Record<'value' | 'distance' | 'length', number> & { name: string },
): Figure {
  const whyAfter = (neededBars: number) => whyNotPositive(neededBars, barCount, currentPrice);
  const why = whyAfter(length);
  const figure = { name, term: 'tightness', value, text: formatPercent(value), why } as const;
  if (Number.isNaN(value)) return figure;
  if (distance === 0) return { ...figure, note: 'at its low' };
  const note = Number.isNaN(distance)
    ? whyNoLow(6 * length - 1, barCount, currentPrice)
    : `${formatPrice(distance, 2)} percentage points above its low`;
  return { ...figure, note };
}

function whyNoLow(neededBars: number, barCount: number, price: number): string {
  if (price > 0 && barCount < neededBars) {
    return `its low needs ${neededBars} bars; ${barCount} are loaded`;
  }
  return `its low is not known: ${NOT_POSITIVE}`;
}

export function studyFigures(
  summary: Summary,
  { short, long, flow }: Lengths,
  isIndex = false,
): Figure[] {
  const { barCount, currentPrice, deployment, liquiditySpread } = summary;
  return [
    {
      name: 'Deployment',
      term: 'deployment',
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
      term: 'liquiditySpread',
      value: liquiditySpread,
      text: formatBasisPoints(liquiditySpread),
      why: isIndex ? NO_SPREAD : whyNotPositive(flow, barCount, currentPrice, NO_MOVEMENT),
      ...(isIndex && { note: 'an index is not traded' }),
    },
  ];
}

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
    {
      name: 'Volatility',
      term: 'volatility',
      value: volatility,
      text: formatPercent(volatility),
      why,
    },
  ];
}
