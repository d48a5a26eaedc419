import type { Summary } from '@moneytrail/contract';
import {
  formatBasisPoints,
  formatChange,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  UNKNOWN,
} from '../../../lib/format.ts';
import type { Figure } from './FigureList.tsx';

/** Why a figure is not known: it needs more bars than the instrument has; null where that is not the reason. */
export function whyUnknown(neededBars: number, barCount: number): string | null {
  return barCount < neededBars ? `needs ${neededBars} bars, has ${barCount}` : null;
}

function distanceNote(value: number | null): string {
  if (value === null) return `minimum ${UNKNOWN}`;
  return value === 0 ? 'at its minimum' : `${formatPercent(value)} above its minimum`;
}

/** What the studies say beside the levels, each with how far a tightness is from its tightest. */
export function studyFigures(
  summary: Summary,
  lengths: { short: number; long: number; flow: number },
): Figure[] {
  const { barCount } = summary;
  return [
    {
      name: 'Deployment',
      value: formatSignedInteger(summary.deployment),
      why: whyUnknown(lengths.flow + 14, barCount),
    },
    {
      name: 'Tightness, long',
      value: formatPercent(summary.longTermTightness.value),
      note: distanceNote(summary.distanceToLongTermMin.value),
      why: whyUnknown(lengths.long, barCount),
    },
    {
      name: 'Tightness, short',
      value: formatPercent(summary.shortTermTightness.value),
      note: distanceNote(summary.distanceToShortTermMin.value),
      why: whyUnknown(lengths.short, barCount),
    },
    {
      name: 'Liquidity spread',
      value: formatBasisPoints(summary.liquiditySpread),
      why: whyUnknown(lengths.flow, barCount),
    },
  ];
}

/** The statistics of the long-term window. */
export function windowFigures(summary: Summary, decimals: number, longLength: number): Figure[] {
  const why = whyUnknown(longLength, summary.barCount);
  const first =
    summary.totalChange === null || summary.currentPrice === null
      ? null
      : summary.currentPrice - summary.totalChange;
  return [
    { name: 'Total change', value: formatChange(summary.currentPrice, first, decimals), why },
    { name: 'Average open', value: formatPrice(summary.averageOpen, decimals), why },
    { name: 'Average close', value: formatPrice(summary.averageClose, decimals), why },
    { name: 'Highest high', value: formatPrice(summary.highestHigh, decimals), why },
    { name: 'Lowest low', value: formatPrice(summary.lowestLow, decimals), why },
    { name: 'Volatility', value: formatPercent(summary.volatility), why },
  ];
}
