import type { ValueFormat } from '@moneytrail/indicators';

const MINUS = '\u2212';
const NO_BREAK = '\u00a0';

/** A number written by `toFixed`, with commas between thousands and a true minus sign. */
function groupThousands(fixed: string): string {
  const isNegative = fixed.startsWith('-');
  const [whole = '', decimals] = (isNegative ? fixed.slice(1) : fixed).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${isNegative ? MINUS : ''}${grouped}${decimals === undefined ? '' : `.${decimals}`}`;
}

function withoutNegativeZero(fixed: string): string {
  return /^-[0.]+$/.test(fixed) ? fixed.slice(1) : fixed;
}

function signed(value: number, decimals: number): string {
  const text = withoutNegativeZero(value.toFixed(decimals));
  return `${Number(text) > 0 ? '+' : ''}${groupThousands(text)}`;
}

/** A price with a fixed number of decimals. */
export function formatPrice(value: number, decimals: number): string {
  return groupThousands(withoutNegativeZero(value.toFixed(decimals)));
}

/** A value as axis and tags show it; `priceDecimals` is read by prices only. */
export function formatValue(format: ValueFormat, value: number, priceDecimals: number): string {
  if (format === 'price') return formatPrice(value, priceDecimals);
  if (format === 'percent') return `${formatPrice(value, 2)}${NO_BREAK}%`;
  if (format === 'signedPercent') return `${signed(value, 2)}${NO_BREAK}%`;
  if (format === 'percentagePoints') return `${formatPrice(value, 2)}${NO_BREAK}pp`;
  if (format === 'basisPoints') return `${formatPrice(value, 1)}${NO_BREAK}bps`;
  return signed(value, 0);
}
