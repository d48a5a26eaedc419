const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `6 Jun 2019` from `YYYY-MM-DD`. */
export function dayText(date: string): string {
  return day.format(Date.parse(date));
}
