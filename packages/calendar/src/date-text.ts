const FORMS = {
  /** `20 Nov 2026` */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `20 November 2026` */
  longDate: { dateStyle: 'long' },
  /** `Fri, 20 Nov 2026` */
  weekdayDate: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** `20 Nov` */
  dayMonth: { day: 'numeric', month: 'short' },
  /** `Nov 2026` */
  monthYear: { month: 'short', year: 'numeric' },
  /** `Nov` */
  month: { month: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

export type DateForm = keyof typeof FORMS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(form: DateForm, locale: string | undefined): Intl.DateTimeFormat {
  const key = `${form} ${locale}`;
  let format = formats.get(key);
  if (!format) {
    const options = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' };
    format = new Intl.DateTimeFormat(locale, { ...options, ...FORMS[form] });
    formats.set(key, format);
  }
  return format;
}

/**
 * A date as the locale writes it, by default the browser's locale. `wallMs` is the date, or the time on a zone's wall
 * clock, read as if it were UTC. Times of day are never included: the product writes them with 24 hours everywhere.
 */
export function dateText(form: DateForm, wallMs: number, locale?: string): string {
  return formatOf(form, locale).format(wallMs);
}
