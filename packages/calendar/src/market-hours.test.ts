import { describe, expect, test } from 'vitest';
import {
  barClosesAtMs,
  barTimeOf,
  closedWeekdays,
  earlyCloses,
  isMarketOpen,
  isTradingDay,
  MARKET_HOURS,
  mayBeHolidays,
  nextBarTime,
  nextOpenMs,
  type StockExchangeId,
  sessionOf,
} from './index.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

function sessionText(id: StockExchangeId, day: string): string {
  const { openMs, closeMs } = sessionOf(MARKET_HOURS[id], at(day));
  return `${iso(openMs).slice(0, 16)} ${iso(closeMs).slice(11, 16)}`;
}

test.each<[StockExchangeId, summer: string, winter: string]>([
  ['xjse', '2026-07-01T07:00 15:00', '2026-12-01T07:00 15:00'],
  ['xlon', '2026-07-01T07:00 15:30', '2026-12-01T08:00 16:30'],
  ['xetr', '2026-07-01T07:00 15:30', '2026-12-01T08:00 16:30'],
  ['xpar', '2026-07-01T07:00 15:30', '2026-12-01T08:00 16:30'],
  ['xams', '2026-07-01T07:00 15:30', '2026-12-01T08:00 16:30'],
  ['xlis', '2026-07-01T07:00 15:30', '2026-12-01T08:00 16:30'],
  ['xhel', '2026-07-01T07:00 15:30', '2026-12-01T08:00 16:30'],
  ['xtse', '2026-07-01T13:30 20:00', '2026-12-01T14:30 21:00'],
  ['xtks', '2026-07-01T00:00 06:30', '2026-12-01T00:00 06:30'],
  ['xhkg', '2026-07-01T01:30 08:00', '2026-12-01T01:30 08:00'],
  ['xnse', '2026-07-01T03:45 10:00', '2026-12-01T03:45 10:00'],
  ['xasx', '2026-07-01T00:00 06:00', '2026-11-30T23:00 05:00'],
  ['xnze', '2026-06-30T22:00 04:45', '2026-11-30T21:00 03:45'],
])('%s keeps its wall clock: in UTC %s on 1 July, %s on 1 December', (id, summer, winter) => {
  expect(sessionText(id, '2026-07-01')).toBe(summer);
  expect(sessionText(id, '2026-12-01')).toBe(winter);
});

test('London opens an hour earlier in UTC from the Monday after the clocks went forward', () => {
  expect(sessionText('xlon', '2026-03-27')).toBe('2026-03-27T08:00 16:30');
  expect(sessionText('xlon', '2026-03-30')).toBe('2026-03-30T07:00 15:30');
});

test("Johannesburg closes on its public holidays, which the calendar knows; London's are unknown", () => {
  expect(isTradingDay(MARKET_HOURS.xjse, at('2026-09-24'))).toBe(false);
  expect(isTradingDay(MARKET_HOURS.xlon, at('2026-12-25'))).toBe(true);
});

test.each(Object.values(MARKET_HOURS))(
  '$id has a session that the library of other clients reads, of the same hours',
  ({ session, days, openMinute, closeMinute, breakMinutes = [] }) => {
    if (session === '24x7') {
      expect([days, closeMinute - openMinute]).toEqual(['all', 1_440]);
      return;
    }
    expect(session).toMatch(/^\d{4}-\d{4}(,\d{4}-\d{4})?$/);
    const minutes = session
      .split(/[-,]/)
      .map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2)));
    const opens = openMinute < 0 ? openMinute + 1_440 : openMinute;
    expect(minutes).toEqual([opens, ...breakMinutes, closeMinute]);
    // One that begins on the evening before is told by its end, which is not after its beginning.
    expect((minutes.at(-1) ?? 0) <= opens).toBe(openMinute < 0);
  },
);

test('holidays and early closes of a year, weekends left out', () => {
  const year = [at('2026-01-01'), at('2027-01-01')] as const;
  const days = (list: readonly number[]) => list.map((ms) => iso(ms).slice(5, 10));
  expect(days(closedWeekdays(MARKET_HOURS['us-stocks'], ...year))).toEqual([
    ...['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'],
  ]);
  expect(earlyCloses(MARKET_HOURS['us-stocks'], ...year)).toEqual([
    { dayMs: at('2026-11-27'), closeMinute: 780 },
    { dayMs: at('2026-12-24'), closeMinute: 780 },
  ]);
  for (const hours of [MARKET_HOURS.crypto, MARKET_HOURS.forex, MARKET_HOURS.xlon]) {
    expect([closedWeekdays(hours, ...year), earlyCloses(hours, ...year)]).toEqual([[], []]);
  }
});

describe('a midday break', () => {
  const { xtks, xhkg } = MARKET_HOURS;

  test('closes the market: Tokyo from 11:30 to 12:30, Hong Kong from 12:00 to 13:00', () => {
    const open = (hours: typeof xtks, time: string) => isMarketOpen(hours, at(`2026-11-20${time}`));
    expect([open(xtks, 'T02:29:59Z'), open(xtks, 'T02:30:00Z')]).toEqual([true, false]);
    expect([open(xtks, 'T03:29:59Z'), open(xtks, 'T03:30:00Z')]).toEqual([false, true]);
    expect([open(xhkg, 'T03:59:59Z'), open(xhkg, 'T04:00:00Z')]).toEqual([true, false]);
    expect([open(xhkg, 'T04:59:59Z'), open(xhkg, 'T05:00:00Z')]).toEqual([false, true]);
    expect(iso(nextOpenMs(xtks, at('2026-11-20T03:00:00Z')))).toBe('2026-11-20T03:30:00.000Z');
  });

  test('ends the bar before it, and the next one counts from the afternoon', () => {
    const eleven = at('2026-11-20T02:00:00Z');
    expect(iso(barClosesAtMs(xtks, '60', eleven))).toBe('2026-11-20T02:30:00.000Z');
    expect(iso(nextBarTime(xtks, '60', eleven))).toBe('2026-11-20T03:30:00.000Z');
    expect(iso(barTimeOf(xtks, '60', at('2026-11-20T05:00:00Z')))).toBe('2026-11-20T04:30:00.000Z');
  });

  test('splits a day of Tokyo into two four-hour bars', () => {
    const morning = barTimeOf(xtks, '240', at('2026-11-20T01:00:00Z'));
    const afternoon = nextBarTime(xtks, '240', morning);
    const monday = nextBarTime(xtks, '240', afternoon);
    expect([morning, afternoon, monday].map(iso)).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2026-11-20T03:30:00.000Z',
      '2026-11-23T00:00:00.000Z',
    ]);
  });

  test('does not end the day: a daily bar closes in the afternoon', () => {
    expect(iso(barClosesAtMs(xhkg, '1D', at('2026-11-20')))).toBe('2026-11-20T08:00:00.000Z');
  });
});

describe('unknown holidays', () => {
  const { xlon, xjse, forex } = MARKET_HOURS;
  const christmas = [at('2026-12-25T08:00:00Z'), at('2026-12-28T08:00:00Z')] as const;

  test('can explain whole sessions without a bar', () => {
    expect(mayBeHolidays(xlon, '1', ...christmas)).toBe(true);
    expect(mayBeHolidays(xlon, '1D', at('2026-12-25'), at('2026-12-29'))).toBe(true);
    expect(mayBeHolidays(xlon, '1', at('2026-12-24T08:00:00Z'), christmas[1])).toBe(true);
  });

  test('cannot explain a gap that starts or ends within a session, or one of weeks', () => {
    expect(mayBeHolidays(xlon, '1', at('2026-12-24T12:00:00Z'), christmas[1])).toBe(false);
    expect(mayBeHolidays(xlon, '1', christmas[0], at('2026-12-28T11:00:00Z'))).toBe(false);
    expect(mayBeHolidays(xlon, '1', christmas[0], at('2027-01-11T08:00:00Z'))).toBe(false);
    expect(mayBeHolidays(xlon, '1D', at('2026-06-01'), at('2026-08-01'))).toBe(false);
  });

  test('do not exist in Johannesburg, whose holidays are known, or on the currency markets, which have none', () => {
    expect(mayBeHolidays(xjse, '1D', at('2026-12-25'), at('2026-12-28'))).toBe(false);
    expect(mayBeHolidays(forex, '1D', at('2026-12-25'), at('2026-12-28'))).toBe(false);
  });
});
