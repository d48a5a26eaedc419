import type { Summary } from '@moneytrail/contract';
import {
  formatBasisPoints,
  formatChange,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  UNKNOWN,
} from '../../../lib/format.ts';
import { tooFewBarsText } from '../screen/messages.ts';

/** A named figure; `note` stands dimmed under it, `why` says why it is not known. */
export type Figure = { name: string; value: string; note?: string; why: string | null };

/** Bars that the smoothing of deployment adds to its length. */
export const SMOOTHING_BARS = 14;

/** Why a figure is not known: it needs more bars than the instrument has; null where that is not the reason. */
export function whyUnknown(neededBars: number, barCount: number): string | null {
  return barCount < neededBars ? tooFewBarsText(neededBars, barCount) : null;
}

/** The minimum of a tightness is looked for in five of its lengths before its own. */
function distanceNote(value: number | null, length: number, barCount: number): string {
  if (value === null) {
    const why = whyUnknown(6 * length - 1, barCount);
    return why ? `its minimum ${why}` : `minimum ${UNKNOWN}`;
  }
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
      why: whyUnknown(lengths.flow + SMOOTHING_BARS, barCount),
    },
    {
      name: 'Tightness long',
      value: formatPercent(summary.longTermTightness.value),
      note: distanceNote(summary.distanceToLongTermMin.value, lengths.long, barCount),
      why: whyUnknown(lengths.long, barCount),
    },
    {
      name: 'Tightness short',
      value: formatPercent(summary.shortTermTightness.value),
      note: distanceNote(summary.distanceToShortTermMin.value, lengths.short, barCount),
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
