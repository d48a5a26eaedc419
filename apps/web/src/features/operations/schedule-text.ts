const DAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

const isNumber = (field: string | undefined): field is string => /^\d+$/.test(field ?? '');
const twoDigits = (field: string) => field.padStart(2, '0');

/** A schedule in cron's notation, in words; one of a kind that no job has stays as it is. */
export function scheduleText(schedule: string | null): string {
  if (schedule === null) return 'when needed';
  const [minute = '', hour = '', day, month, weekday = ''] = schedule.split(' ');
  if (day !== '*' || month !== '*') return schedule;
  if (hour === '*' && weekday === '*') {
    const every = /^\*\/(\d+)$/.exec(minute)?.[1];
    if (minute === '*') return 'every minute';
    if (every !== undefined) return `every ${every} min`;
    return isNumber(minute) ? `hourly at :${twoDigits(minute)}` : schedule;
  }
  if (!isNumber(minute) || !isNumber(hour)) return schedule;
  const days = weekday === '*' ? 'daily' : DAYS[Number(weekday)];
  return days === undefined ? schedule : `${days} at ${twoDigits(hour)}:${twoDigits(minute)}`;
}
