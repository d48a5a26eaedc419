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

const AMOUNT_UNITS = ['', 'K', 'M', 'B', 'T'] as const;

/** `1.24 M`: three significant digits. */
function formatAmount(value: number): string {
  const size = Math.abs(value);
  const power = size < 1 ? 0 : Math.floor(Math.log10(Number(size.toPrecision(3))) / 3);
  const unit = AMOUNT_UNITS[Math.min(power, AMOUNT_UNITS.length - 1)] ?? '';
  const scaled = value / 1_000 ** AMOUNT_UNITS.indexOf(unit);
  const whole = Math.trunc(Math.abs(Number(scaled.toPrecision(3))));
  const text = formatPrice(scaled, whole >= 100 ? 0 : whole >= 10 ? 1 : 2);
  return unit === '' ? text : `${text}${NO_BREAK}${unit}`;
}

/** A value as axis and tags show it; `priceDecimals` is read by prices and their changes only. */
export function formatValue(format: ValueFormat, value: number, priceDecimals: number): string {
  if (format === 'price') return formatPrice(value, priceDecimals);
  if (format === 'priceChange') return signed(value, priceDecimals);
  if (format === 'number') return formatPrice(value, 2);
  if (format === 'amount') return formatAmount(value);
  if (format === 'percent') return `${formatPrice(value, 2)}${NO_BREAK}%`;
  if (format === 'signedPercent') return `${signed(value, 2)}${NO_BREAK}%`;
  if (format === 'percentagePoints') return `${formatPrice(value, 2)}${NO_BREAK}pp`;
  if (format === 'basisPoints') return `${formatPrice(value, 1)}${NO_BREAK}bps`;
  return signed(value, 0);
}
