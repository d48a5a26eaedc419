import type { PriceSignal } from '@moneytrail/contract';
import { changePercent } from '@moneytrail/indicators';
import { decimalsOf, formatPercent, formatPrice, formatSignedPercent } from '../../lib/format.ts';
import { formatDate } from '../../lib/format-time.ts';
import { distancePercent } from '../../lib/levels.ts';
import { SIGNAL_TEXTS } from './texts.ts';

type LastMark = NonNullable<PriceSignal['lastMark']>;

/** `strong BUY` */
export function markName({ side, strong }: Pick<LastMark, 'side' | 'strong'>): string {
  return `${strong ? 'strong ' : ''}${side === 'buy' ? 'BUY' : 'SELL'}`;
}

/** `1 daily bar`, `12 daily bars` */
function bars(count: number): string {
  return `${count} daily ${count === 1 ? 'bar' : 'bars'}`;
}

function stateText(signal: PriceSignal): string {
  const { lastMark, currentPrice, presentBars, record } = signal;
  const price = (value: number | null) => formatPrice(value, decimalsOf(signal.priceScale));
  if (!lastMark) return `There is no mark on the ${bars(record.barCount)} examined.`;
  const name = `${markName(lastMark)} mark`;
  const { barsAgo } = lastMark;
  if (signal.side === 'none' && barsAgo <= presentBars) {
    return `No mark is current: the contract has expired. Its last one, a ${name}, was on ${formatDate(lastMark.time)}.`;
  }
  if (signal.side === 'none') {
    return `No mark is current: the last one, a ${name} of ${formatDate(lastMark.time)}, is ${bars(barsAgo)} old, and a mark stays current for ${presentBars}.`;
  }
  const made = `The rules gave a ${name} on ${formatDate(lastMark.time)}`;
  if (barsAgo === 0) return `${made}, the last closed bar, at a close of ${price(lastMark.close)}.`;
  const change = changePercent(currentPrice ?? Number.NaN, lastMark.close);
  const changed = Number.isNaN(change) ? 'gone' : `changed by ${formatSignedPercent(change)}`;
  return `${made}, ${bars(barsAgo)} ago, at a close of ${price(lastMark.close)}. Since then the price has ${changed} to ${price(currentPrice)}.`;
}

function distanceText(price: number, level: number, name: string): string {
  const distance = Math.abs(distancePercent(level, price));
  if (level === price) return `at the ${name}`;
  if (Number.isNaN(distance)) return `${level > price ? 'below' : 'above'} the ${name}`;
  return `${formatPercent(distance)} ${level > price ? 'below' : 'above'} the ${name}`;
}

function levelsText(signal: PriceSignal): string {
  const { currentPrice, time, shortTermResistance, shortTermSupport } = signal;
  if (currentPrice === null || time === null) return SIGNAL_TEXTS.tooFewBars;
  if (shortTermResistance === null || shortTermSupport === null) return SIGNAL_TEXTS.tooFewBars;
  const price = formatPrice(currentPrice, decimalsOf(signal.priceScale));
  const above = distanceText(currentPrice, shortTermResistance, 'short-term resistance');
  const below = distanceText(currentPrice, shortTermSupport, 'short-term support');
  const isTold = signal.side !== 'none' && signal.lastMark?.barsAgo === 0;
  const close = isTold ? 'That close' : `The last close, ${price} on ${formatDate(time)},`;
  return `${close} is ${above} and ${below}.`;
}

function longShortText({ longShortPercentage }: PriceSignal): string {
  if (longShortPercentage === null) return SIGNAL_TEXTS.noLongShort;
  const where =
    longShortPercentage > 0
      ? 'nearer to their highs'
      : longShortPercentage < 0
        ? 'nearer to their lows'
        : 'in the middle of their range';
  return `Long/short is ${formatSignedPercent(longShortPercentage)} on a scale from −100\u00a0% to +100\u00a0%: weighted by volume where enough days report it, recent days closed ${where}.`;
}

/** The state of the closed bars in sentences made from the figures alone. */
export function analysisText(signal: PriceSignal): string {
  return [stateText(signal), levelsText(signal), longShortText(signal)].join(' ');
}
