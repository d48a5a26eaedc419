import { changePercent, type ValueFormat } from '@moneytrail/indicators';

const MINUS = '\u2212';
const NO_BREAK = '\u00a0';
/** Placeholder for an unknown value; a tooltip gives the reason. */
const UNKNOWN = '–';

/** NaN counts as null. */
export type Maybe = number | null | undefined;

function isKnown(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Fixed decimals with thousands commas in every locale; no negative zero. */
function fixed(value: number, decimals: number, withPlus = false): string {
  const rounded = value.toFixed(decimals);
  const digits = rounded.replace('-', '');
  const isZero = Number(digits) === 0;
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = isZero ? '' : value < 0 ? MINUS : withPlus ? '+' : '';
  return `${sign}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `1,234.50`, with the decimals of the instrument's tick. */
export function formatPrice(value: Maybe, decimals: number): string {
  return isKnown(value) ? fixed(value, decimals) : UNKNOWN;
}

/** `4.20 %`: tightness, volatility. */
export function formatPercent(value: Maybe): string {
  return isKnown(value) ? `${fixed(value, 2)}${NO_BREAK}%` : UNKNOWN;
}

/** `4.41 pp`: a difference of two percentages. */
function formatPercentagePoints(value: Maybe): string {
  return isKnown(value) ? `${fixed(value, 2)}${NO_BREAK}pp` : UNKNOWN;
}

/** `+12.41 %`: long/short, a distance. */
export function formatSignedPercent(value: Maybe): string {
  return isKnown(value) ? `${fixed(value, 2, true)}${NO_BREAK}%` : UNKNOWN;
}

/** `+4.41 pp`: a difference of two percentages that may be a loss. */
export function formatSignedPoints(value: Maybe): string {
  return isKnown(value) ? `${fixed(value, 2, true)}${NO_BREAK}pp` : UNKNOWN;
}

/** `12.3 bps`: liquidity spread. */
export function formatBasisPoints(value: Maybe): string {
  return isKnown(value) ? `${fixed(value, 1)}${NO_BREAK}bps` : UNKNOWN;
}

/** `+412`: deployment. */
export function formatSignedInteger(value: Maybe): string {
  return isKnown(value) ? fixed(value, 0, true) : UNKNOWN;
}

/** `1.24 M`: three significant digits, K M B. */
export function formatVolume(value: Maybe): string {
  if (!isKnown(value)) return UNKNOWN;
  const units = ['', 'K', 'M', 'B'];
  let scaled = value;
  let unit = 0;
  while (Number(Math.abs(scaled).toPrecision(3)) >= 1_000 && unit < units.length - 1) {
    scaled /= 1_000;
    unit += 1;
  }
  const whole = Math.trunc(Math.abs(Number(scaled.toPrecision(3))));
  const decimals = whole >= 100 ? 0 : whole >= 10 ? 1 : 2;
  const suffix = units[unit];
  return `${fixed(scaled, decimals)}${suffix ? `${NO_BREAK}${suffix}` : ''}`;
}

/** Never shown by colour alone. */
export type Direction = 'up' | 'down' | 'none';

export function directionOf(change: Maybe): Direction {
  if (!isKnown(change) || change === 0) return 'none';
  return change > 0 ? 'up' : 'down';
}

/** `▲ +0.80 (+0.77 %)`; no percentage of a former price of zero. */
export function formatChange(now: Maybe, before: Maybe, decimals: number): string {
  if (!isKnown(now) || !isKnown(before)) return UNKNOWN;
  const change = now - before;
  const arrow = { up: '▲ ', down: '▼ ', none: '' }[directionOf(change)];
  const percent = before === 0 ? '' : ` (${formatSignedPercent(changePercent(now, before))})`;
  return `${arrow}${fixed(change, decimals, true)}${percent}`;
}

/** The longest of some texts whose characters are about equally wide. */
export function longestText(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** The longest text of `formatChange` for changes up to a size, in price and in percent. */
export function longestChange(
  { change, percent }: { change: number; percent: number },
  decimals: number,
): string {
  const inPercent = percent > 0 ? ` (${formatSignedPercent(-percent)})` : '';
  return `▼ ${fixed(-change, decimals)}${inPercent}`;
}

/** `decimals` apply to prices and their changes alone. */
export function formatStudyValue(format: ValueFormat, value: Maybe, decimals: number): string {
  switch (format) {
    case 'price':
      return formatPrice(value, decimals);
    case 'priceChange':
      return isKnown(value) ? fixed(value, decimals, true) : UNKNOWN;
    case 'number':
      return formatPrice(value, 2);
    case 'amount':
      return formatVolume(value);
    case 'percent':
      return formatPercent(value);
    case 'signedPercent':
      return formatSignedPercent(value);
    case 'percentagePoints':
      return formatPercentagePoints(value);
    case 'basisPoints':
      return formatBasisPoints(value);
    case 'signedInteger':
      return formatSignedInteger(value);
  }
}

/** Decimals of a price scale: 100 → 2. */
export function decimalsOf(priceScale: number): number {
  return Math.max(0, Math.round(Math.log10(priceScale)));
}
