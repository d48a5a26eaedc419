import { formatPrice } from '../axis/format-value.ts';
import type { ChartPoint } from '../chart-source.ts';
import type { Account } from './drawing.ts';

/** A planned trade's figures for an account; amounts are in the currency of the price. */
export type Trade = {
  /** Units to buy or sell, so that the stop costs the chosen share of the account. */
  quantity: number;
  /** Lost at the stop. */
  risk: number;
  /** Gained at the target. */
  reward: number;
  quantityText: string;
  riskText: string;
  rewardText: string;
};

type Prices = readonly Pick<ChartPoint, 'price'>[];

/** Reward over risk of entry, target and stop (R); null without a risk. */
export function ratioOf([entry, target, stop]: Prices): number | null {
  if (!entry || !target || !stop || entry.price === stop.price) return null;
  return Math.abs(target.price - entry.price) / Math.abs(entry.price - stop.price);
}

/** Digits of a quantity; it is rounded down, so that the risk is never above the chosen one. */
const QUANTITY_DIGITS = 5;
const MOST_DECIMALS = 8;

function roundedDown(quantity: number): { value: number; text: string } {
  // Differences of prices have rounding errors: 99.99999999999991 is 100.
  const exact = Number(quantity.toPrecision(12));
  const decimals = QUANTITY_DIGITS - 1 - Math.floor(Math.log10(exact));
  const kept = Math.max(0, Math.min(MOST_DECIMALS, decimals));
  const value = Math.floor(Number((exact * 10 ** kept).toPrecision(12))) / 10 ** kept;
  const [whole = '', fraction = ''] = formatPrice(value, kept).split('.');
  const significant = fraction.replace(/0+$/, '');
  return { value, text: significant === '' ? whole : `${whole}.${significant}` };
}

/** Quantity, risk and reward of entry, target and stop for an account; null without a risk. */
export function tradeOf(
  [entry, target, stop]: Prices,
  { size, riskPercent }: Account,
): Trade | null {
  if (!entry || !target || !stop || entry.price === stop.price) return null;
  const lossPerUnit = Math.abs(entry.price - stop.price);
  const { value: quantity, text: quantityText } = roundedDown(
    (size * riskPercent) / 100 / lossPerUnit,
  );
  const risk = quantity * lossPerUnit;
  const reward = quantity * Math.abs(target.price - entry.price);
  return {
    quantity,
    risk,
    reward,
    quantityText,
    riskText: formatPrice(risk, 2),
    rewardText: formatPrice(reward, 2),
  };
}
