import type { PriceSignal, SideRecord, SignalHorizon } from '@moneytrail/contract';
import { decimalsOf, formatPrice, formatSignedPercent } from '../../lib/format.ts';
import { formatDate } from '../../lib/format-time.ts';
import { markName } from './analysis-text.ts';

/** A bullet point: its subject and its text. */
export type RecordPoint = { key: string; head: string; text: string };

type Side = 'buy' | 'sell';
const NAMES: Readonly<Record<Side, string>> = { buy: 'BUY', sell: 'SELL' };

const whole = (count: number) => formatPrice(count, 0);

function marks(count: number, side: Side): string {
  return `${count} ${NAMES[side]} ${count === 1 ? 'mark' : 'marks'}`;
}

/** `a, b and c` */
function listed(parts: readonly (string | number)[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)]
    .filter((part) => part !== '')
    .join(' and ');
}

function publishedText(published: number, all: number): string {
  const computed = 'computed afterwards by the same rules';
  if (all === 0) return '';
  if (published === 0) return ` None was published when its day had closed: all were ${computed}.`;
  if (published === all) return ' All were published after their day had closed.';
  const were = published === 1 ? 'was' : 'were';
  return ` ${published} of them ${were} published after the day had closed; the others were ${computed}.`;
}

function countPoint({ record }: PriceSignal): RecordPoint {
  const { buy, sell, barCount, fromTime } = record;
  const since = fromTime === null ? '' : ` since ${formatDate(fromTime)}`;
  const all = buy.marks + sell.marks;
  const told = publishedText(buy.published + sell.published, all);
  return {
    key: 'count',
    head: `${marks(buy.marks, 'buy')} and ${marks(sell.marks, 'sell')}`,
    text: `On ${whole(barCount)} closed daily bars${since}.${told}`,
  };
}

function lastPoint({ lastMark, priceScale }: PriceSignal): RecordPoint[] {
  if (!lastMark) return [];
  const price = formatPrice(lastMark.close, decimalsOf(priceScale));
  return [
    {
      key: 'last',
      head: `Last mark: ${markName(lastMark)}`,
      text: `On ${formatDate(lastMark.time)}, at a close of ${price}.`,
    },
  ];
}

function leftOutText({ unfinished, overlapping, unpriced }: SignalHorizon): string {
  const parts = [
    ...(unfinished > 0 ? [`${unfinished} too new`] : []),
    ...(overlapping > 0 ? [`${overlapping} overlapping`] : []),
    ...(unpriced > 0 ? [`${unpriced} without a price above zero`] : []),
  ];
  return parts.length === 0 ? '' : ` Left out: ${listed(parts)}.`;
}

function horizonPoint(side: Side, horizon: SignalHorizon, leastMoves: number): RecordPoint {
  const { bars, measured, median, shareWithSide, interval, usual } = horizon;
  const key = `${side} ${bars}`;
  const after = `${bars} bars after a ${NAMES[side]} mark`;
  if (median === null || shareWithSide === null || interval === null) {
    return {
      key,
      head: `${after}: too few marks`,
      text: `${measured} could be measured, ${leastMoves} are needed.${leftOutText(horizon)}`,
    };
  }
  const [low, high] = [interval.low, interval.high].map(formatSignedPercent);
  const went = side === 'buy' ? 'rose' : 'fell';
  return {
    key,
    head: `${after}: ${formatSignedPercent(median)}`,
    text: `Median change of ${measured} marks; 95\u00a0% interval ${low} to ${high}. The price ${went} after ${Math.round(100 * shareWithSide)}\u00a0% of them. After any day: ${formatSignedPercent(usual)}.${leftOutText(horizon)}`,
  };
}

/** A point for each horizon, or a single one if none has enough marks. */
function sidePoints(
  side: Side,
  { marks: count, horizons }: SideRecord,
  leastMoves: number,
): RecordPoint[] {
  if (count > 0 && horizons.some(({ median }) => median !== null)) {
    return horizons.map((horizon) => horizonPoint(side, horizon, leastMoves));
  }
  const lengths = listed(horizons.map(({ bars }) => bars));
  const measured = listed(horizons.map((horizon) => horizon.measured));
  const text =
    count === 0
      ? 'There are none to measure.'
      : `Measured after ${lengths} bars: ${measured} of ${count}. Figures need at least ${leastMoves}.`;
  return [{ key: side, head: `After ${NAMES[side]} marks: too few marks`, text }];
}

/** The record of an instrument's marks, losses as well as gains. */
export function recordPoints(signal: PriceSignal): RecordPoint[] {
  const { buy, sell, leastMoves } = signal.record;
  return [
    countPoint(signal),
    ...lastPoint(signal),
    ...sidePoints('buy', buy, leastMoves),
    ...sidePoints('sell', sell, leastMoves),
  ];
}
