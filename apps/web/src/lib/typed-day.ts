const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** Letters that tell a month from every other. */
const LEAST_LETTERS = 3;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const WRITTEN = /^(\d{1,2})\.?[\s-]+(\p{L}+)\.?,?[\s-]+(\d{4})$/u;

const TYPED_DAY_HINT = 'Type the day as 31 Dec 2026 or 2026-12-31.';

/** A day as `YYYY-MM-DD`, or the reason why the text is none. */
export type TypedDay = { day: string } | { problem: string };

/** The number of a month by its name or its first letters, from 1; null for other text. */
function monthOf(name: string): number | null {
  const typed = name.toLowerCase();
  if (typed.length < LEAST_LETTERS) return null;
  const found = MONTHS.findIndex((month) => month.startsWith(typed));
  // September has a second usual abbreviation.
  return found >= 0 ? found + 1 : typed === 'sept' ? MONTHS.indexOf('september') + 1 : null;
}

function partsOf(text: string): { year: number; month: number; day: number } | null {
  const iso = ISO.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const [, day, name = '', year] = WRITTEN.exec(text) ?? [];
  const month = monthOf(name);
  return month === null ? null : { year: Number(year), month, day: Number(day) };
}

/**
 * Reads a day typed as day, month name and year, or as ISO. Days of digits alone are refused: 05/06/2027 is in May for
 * some readers and in June for others.
 */
export function readTypedDay(text: string): TypedDay {
  const parts = partsOf(text.trim());
  if (!parts) {
    const isAmbiguous = /^\d+[/.\s]\d+[/.\s]\d+$/.test(text.trim());
    const why = isAmbiguous ? 'Day and month cannot be told apart. ' : '';
    return { problem: `${why}${TYPED_DAY_HINT}` };
  }
  const { year, month, day } = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal) return { problem: 'There is no such day.' };
  if (year < 1900 || year > 2199) return { problem: 'The year must be from 1900 to 2199.' };
  return { day: date.toISOString().slice(0, 10) };
}

const SHORT = 3;

/** `31 Dec 2026`, which `readTypedDay` reads back in every locale. */
export function typedDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1]?.slice(0, SHORT) ?? '';
  return `${Number(date)} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
}
