import { DAY_MS, HOUR_MS, wallToUtcMs, zoneOffsetMs } from '@moneytrail/calendar';

/** The order of the fields of a date such as 03/04/2024. */
export const DATE_ORDERS = ['d/m/y', 'm/d/y', 'y/m/d'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * A time as written: a count since 1970 whose unit the whole file tells, or three fields of a date whose order the whole
 * file may have to tell.
 */
export type WrittenTime =
  | { kind: 'epoch'; value: number }
  | {
      kind: 'wall';
      /** The order that the text itself tells; null for 03/04/2024. */
      order: DateOrder | null;
      fields: readonly [number, number, number];
      /** Milliseconds since midnight; null for a date alone. */
      clockMs: number | null;
      /** The offset that is written behind the time. */
      offsetMs: number | null;
      /** ISO 8601 with its T, which is UTC if it names no zone. */
      isIso: boolean;
    };

/** The moment of a bar that its written time marks. */
export const MARKED = ['start', 'end'] as const;
export type Marked = (typeof MARKED)[number];

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Names of months that other languages write in another way, by their first three letters. */
const OTHER_MONTHS: Readonly<Record<string, number>> = {
  mär: 3,
  mai: 5,
  okt: 10,
  dez: 12,
  fév: 2,
  avr: 4,
  aoû: 8,
  déc: 12,
  ene: 1,
  abr: 4,
  ago: 8,
  dic: 12,
  mrt: 3,
  mei: 5,
};

const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(z|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|utc|gmt)?$/i;
const COMPACT_CLOCK = /^(\d{2})(\d{2})(\d{2})?(\d{3})?$/;
const DATE = /^(\d{1,4})([-./ ])(\d{1,2}|\p{L}{3,9}\.?)\2(\d{1,4})$/u;
const NAMED_FIRST = /^(\p{L}{3,9})\.? (\d{1,2}),? (\d{4})$/u;
const COMPACT_DATE = /^((?:1[789]|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const COMPACT_BOTH = /^((?:19|20)\d{6})(\d{4}|\d{6})$/;
/** Spreadsheets count days since this date; five digits are the years from 1927 to 2173. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const SERIAL_START_MS = Date.UTC(1899, 11, 30);
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
const EPOCH = /^-?\d+(?:\.\d+)?(?:e\+?\d+)?$/i;

function monthOf(name: string): number {
  const key = name.toLowerCase().slice(0, 3);
  return MONTHS.indexOf(key) + 1 || (OTHER_MONTHS[key] ?? 0);
}

const yearOf = (text: string) => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
};

function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const match = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(text);
  if (!match) return 0;
  const [, sign, hours, minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
}

function clockOf(text: string): { clockMs: number; offsetMs: number | null } | null {
  const match = CLOCK.exec(text);
  if (match) {
    const [, hour, minute, second = '0', fraction = '', half, zone] = match;
    const isAfternoon = half?.toLowerCase().startsWith('p');
    const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
    if (hours > 24 || Number(minute) > 59 || Number(second) > 59) return null;
    const ms = Math.trunc(Number(`0.${fraction || '0'}`) * 1_000);
    const clockMs = ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + ms;
    return { clockMs, offsetMs: offsetOf(zone) };
  }
  const compact = COMPACT_CLOCK.exec(text.length === 3 || text.length === 5 ? `0${text}` : text);
  if (!compact) return null;
  const [, hour, minute, second = '0', ms = '0'] = compact;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59) return null;
  const clockMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
  return { clockMs: clockMs + Number(ms), offsetMs: null };
}

/** Whether a text is a date as a spreadsheet stores it, such as 45293; prices may look alike. */
export const isSerialDate = (text: string): boolean => SERIAL.test(text);

/** Spreadsheets keep the time of day as a fraction of a day, exact to the second. */
function serialTime(text: string): WrittenTime | null {
  const match = SERIAL.exec(text);
  if (!match) return null;
  const [, days = '', fraction] = match;
  const clockMs = fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * 86_400) * 1_000;
  const date = new Date(SERIAL_START_MS + Number(days) * DAY_MS);
  const fields = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()] as const;
  return {
    kind: 'wall',
    order: 'y/m/d',
    fields,
    offsetMs: null,
    isIso: false,
    clockMs: clockMs === 0 ? null : clockMs,
  };
}

type DatePart = { order: DateOrder | null; fields: [number, number, number] };

function dateOf(text: string): DatePart | null {
  const compact = COMPACT_DATE.exec(text);
  if (compact) {
    return { order: 'y/m/d', fields: [Number(compact[1]), Number(compact[2]), Number(compact[3])] };
  }
  const named = NAMED_FIRST.exec(text);
  if (named) {
    const [, month = '', day, year] = named;
    return { order: 'm/d/y', fields: [monthOf(month), Number(day), Number(year)] };
  }
  const match = DATE.exec(text);
  if (!match) return null;
  const [, first = '', separator, middle = '', last = ''] = match;
  if (/^\p{L}/u.test(middle)) {
    const month = monthOf(middle);
    if (month === 0) return null;
    return first.length === 4
      ? { order: 'y/m/d', fields: [Number(first), month, Number(last)] }
      : { order: 'd/m/y', fields: [Number(first), month, yearOf(last)] };
  }
  if (first.length === 4) {
    return { order: 'y/m/d', fields: [Number(first), Number(middle), Number(last)] };
  }
  if (first.length > 2 || last.length === 3) return null;
  // Points separate dates only where the day comes first.
  const order = separator === '.' ? 'd/m/y' : null;
  return { order, fields: [Number(first), Number(middle), yearOf(last)] };
}

/** A time as written in a cell, or in a cell for the date and one for the time of day; null for other texts. */
export function readTime(
  text: string,
  clock: string | null = null,
  takesSerials = true,
): WrittenTime | null {
  const serial = clock === null && takesSerials ? serialTime(text) : null;
  if (serial) return serial;
  if (clock === null && EPOCH.test(text) && !COMPACT_DATE.test(text) && !COMPACT_BOTH.test(text)) {
    return { kind: 'epoch', value: Number(text) };
  }
  const bare = text.replace(WEEKDAY, '');
  const both = clock === null ? COMPACT_BOTH.exec(bare) : null;
  const split = /^(\S+?)T(\d.*)$/.exec(bare) ?? /^(.*?)[\s,]+(\d{1,2}:\d.*|\d{4,9})$/.exec(bare);
  let [dateText, clockText]: [string, string | null] = [bare, clock];
  if (both) [dateText, clockText] = [both[1] ?? '', both[2] ?? ''];
  else if (clock === null && split && dateOf(bare) === null) {
    [dateText, clockText] = [split[1] ?? '', split[2] ?? ''];
  }
  const date = dateOf(dateText.trim());
  if (!date) return null;
  const time = clockText === null || clockText === '' ? null : clockOf(clockText);
  if (clockText && !time) return null;
  const isIso = /\dT\d/.test(bare);
  const part = time ?? { clockMs: null, offsetMs: null };
  return { kind: 'wall', ...date, ...part, isIso };
}

/** A written time with the exchange's fields in order, as if it were UTC; NaN for a date that does not exist. */
export function wallMsOf(time: WrittenTime & { kind: 'wall' }, order: DateOrder): number {
  const [a, b, c] = time.fields;
  const [year, month, day] = { 'd/m/y': [c, b, a], 'm/d/y': [c, a, b], 'y/m/d': [a, b, c] }[
    time.order ?? order
  ] as [number, number, number];
  const dayMs = Date.UTC(year, month - 1, day);
  const isReal =
    new Date(dayMs).getUTCMonth() === month - 1 && month >= 1 && month <= 12 && day >= 1;
  return isReal ? dayMs + (time.clockMs ?? 0) : Number.NaN;
}

/** Milliseconds of one unit of a count since 1970, by the largest count of a file. */
export function epochUnitMs(largest: number): { unitMs: number; name: string } {
  if (largest < 1e11) return { unitMs: 1_000, name: 'epoch seconds' };
  if (largest < 1e14) return { unitMs: 1, name: 'epoch milliseconds' };
  if (largest < 1e17) return { unitMs: 1e-3, name: 'epoch microseconds' };
  return { unitMs: 1e-6, name: 'epoch nanoseconds' };
}

/** True for an IANA time zone, in its own spelling. */
export function isZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '' &&
      /[/]|^UTC$|^GMT$/.test(name)
    );
  } catch {
    return false;
  }
}

export type ZoneFigures = { skipped: number; doubled: number };

/**
 * Converts wall times in the order of a file. An hour that the clock passes twice is read by that order: a time that
 * would not go on belongs to the second pass. Times that the clock skips move forward. Both are counted.
 */
export function createWallClock(zone: string, isDescending: boolean) {
  const figures: ZoneFigures = { skipped: 0, doubled: 0 };
  let before = isDescending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const convert = (wallMs: number): number => {
    const early = wallToUtcMs(zone, wallMs);
    if (early + zoneOffsetMs(zone, early) !== wallMs) {
      figures.skipped++;
      return early;
    }
    const change = zoneOffsetMs(zone, early) - zoneOffsetMs(zone, early + DAY_MS);
    const late = early + change;
    if (change <= 0 || late + zoneOffsetMs(zone, late) !== wallMs) return early;
    figures.doubled++;
    if (isDescending) return late < before ? late : early;
    return early > before ? early : late;
  };
  return {
    figures,
    toUtcMs: (wallMs: number): number => {
      const utcMs = convert(wallMs);
      before = utcMs;
      return utcMs;
    },
  };
}
