import {
  closedWeekdays,
  DAY_MS,
  earlyCloses,
  isMarketOpen,
  type MarketHours,
  MINUTE_MS,
  nextOpenMs,
  sessionOf,
  sessionPartOf,
  tradingDateOf,
  tradingDayFrom,
} from '@moneytrail/calendar';

/** Whether a market trades now, and when that changes; null where it never does. */
export type MarketState =
  | { isOpen: true; closesMs: number | null }
  | { isOpen: false; opensMs: number };

/** Sessions that follow each other without a pause, at most: forex trades from Sunday to Friday. */
const MOST_JOINED = 10;

export function marketState(hours: MarketHours, nowMs: number): MarketState {
  if (hours.days === 'all') return { isOpen: true, closesMs: null };
  if (!isMarketOpen(hours, nowMs)) return { isOpen: false, opensMs: nextOpenMs(hours, nowMs) };
  let closesMs = nowMs;
  for (let joined = 0; joined < MOST_JOINED && isMarketOpen(hours, closesMs); joined += 1) {
    closesMs = sessionPartOf(hours, tradingDateOf(hours, closesMs), closesMs).closeMs;
  }
  return { isOpen: true, closesMs };
}

const DAY_MINUTES = DAY_MS / MINUTE_MS;

function clockOf(minute: number): string {
  const ofDay = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}

/** `09:30–16:00` on the exchange's clock, in two parts with a midday break; the part of the evening before is named. */
export function hoursText({ openMinute, closeMinute, breakMinutes, days }: MarketHours): string {
  if (days === 'all') return 'around the clock, every day';
  const spans: [number, number][] = breakMinutes
    ? [
        [openMinute, breakMinutes[0]],
        [breakMinutes[1], closeMinute],
      ]
    : [[openMinute, closeMinute]];
  const text = spans.map(([from, to]) => `${clockOf(from)}–${clockOf(to)}`).join(', ');
  return openMinute < 0 ? `${text}, from the evening before` : text;
}

/** The session of the present trading day, or of the next one, in milliseconds. */
export function nextSession(
  hours: MarketHours,
  nowMs: number,
): { openMs: number; closeMs: number } {
  const dayMs = tradingDayFrom(hours, tradingDateOf(hours, nowMs));
  const session = sessionOf(hours, dayMs);
  if (session.closeMs > nowMs) return session;
  return sessionOf(hours, tradingDayFrom(hours, dayMs + DAY_MS));
}

/** A day on which a market does not trade, or closes early. */
export type HolidayFact = { dayMs: number; closesAt: string | null };

const LOOKED_AHEAD_MS = 370 * DAY_MS;

/** The next days without a full session, soonest first; null if the calendar does not know the market's holidays. */
export function nextHolidays(
  hours: MarketHours,
  nowMs: number,
  most: number,
): HolidayFact[] | null {
  if (hours.holidays === 'unknown') return null;
  const fromMs = tradingDateOf(hours, nowMs);
  const toMs = fromMs + LOOKED_AHEAD_MS;
  const closed = hours.holidays === null ? [] : closedWeekdays(hours, fromMs, toMs);
  return [
    ...closed.map((dayMs) => ({ dayMs, closesAt: null })),
    ...earlyCloses(hours, fromMs, toMs)
      .filter(({ dayMs }) => sessionOf(hours, dayMs).closeMs > nowMs)
      .map(({ dayMs, closeMinute }) => ({
        dayMs,
        closesAt: clockOf(closeMinute),
      })),
  ]
    .sort((a, b) => a.dayMs - b.dayMs)
    .slice(0, most);
}

/** `in 3 h 20 min`, `in 2 d 4 h`; rounded up to a minute. */
export function untilText(fromMs: number, toMs: number): string {
  const minutes = Math.max(1, Math.ceil((toMs - fromMs) / MINUTE_MS));
  const days = Math.floor(minutes / DAY_MINUTES);
  const hours = Math.floor((minutes % DAY_MINUTES) / 60);
  const rest = minutes % 60;
  const parts = days > 0 ? [`${days} d`, `${hours} h`] : [`${hours} h`, `${rest} min`];
  const told = parts.filter((part) => !part.startsWith('0 '));
  return `in ${told.join(' ')}`;
}

/** The last day of a contract in words, `in 20 days`; `dayMs` is the present trading date. */
export function expiryText(endDate: string, dayMs: number): string {
  const days = Math.round((Date.parse(endDate) - dayMs) / DAY_MS);
  if (days < 0) return 'expired';
  if (days === 0) return 'expires today';
  return days === 1 ? 'expires tomorrow' : `expires in ${days} days`;
}
