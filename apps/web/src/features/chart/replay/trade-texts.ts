import { formatPrice } from '../../../lib/format.ts';

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
