import { formatPrice } from '../../../lib/format.ts';
import { multipleAt, type PaperTrade } from './paper-account.ts';

const MINUS = '−';

function signed(value: number, text: string): string {
  return value > 0 ? `+${text}` : text.replace('-', MINUS);
}

/** Units with at most four decimals: `40`, `0.25`. */
export function unitsText(units: number): string {
  const [, decimals = ''] = units
    .toFixed(4)
    .replace(/\.?0+$/, '')
    .split('.');
  return formatPrice(units, decimals.length);
}

/** `+1,234.50`, in the currency of the price. */
export function gainText(gain: number): string {
  return signed(gain, formatPrice(gain, 2));
}

/** `+1.25 R` */
export function multipleText(multiple: number): string {
  return `${signed(multiple, formatPrice(multiple, 2))} R`;
}

/** `Stop reached: long 40 closed at 99.00, −1.00 R`; null for a trade that nothing but the user ended. */
export function exitText(trade: PaperTrade | undefined, decimals: number): string | null {
  if (trade?.reason !== 'stop' && trade?.reason !== 'target') return null;
  const { reason, side, size, exit } = trade;
  const multiple = multipleAt(trade, exit.price);
  const gain = multiple === null ? '' : `, ${multipleText(multiple)}`;
  const word = reason === 'stop' ? 'Stop' : 'Target';
  return `${word} reached: ${side} ${unitsText(size)} closed at ${formatPrice(exit.price, decimals)}${gain}`;
}
