import { expect, it } from 'vitest';
import { barMsOf, fieldText, placeOf, placeText, readPlace, watchPlace } from './place.ts';

const MINUTES = { resolution: '1', zone: 'Africa/Johannesburg' } as const;
const DAYS = { resolution: '1D', zone: 'Africa/Johannesburg' } as const;
const NOW = Date.UTC(2026, 10, 26);

it.each(['2024-03-23', '2024-03-23T09:30Z', '2024-03-23~2024-04-01T00:00Z'])(
  'an address keeps the place %s',
  (text) => {
    const place = readPlace(text);
    expect(place && placeText(place)).toBe(text);
  },
);

it.each(['', 'yesterday', '2024-13-40', '2024-03-23T09:30', '2024-03-23~', '2024~2025~2026'])(
  'the text %j is no place',
  (text) => {
    expect(readPlace(text)).toBeNull();
  },
);

it('a date is the same day at every interval, and a moment is the day of the chart’s zone', () => {
  expect(barMsOf('2024-03-23', DAYS)).toBe(Date.UTC(2024, 2, 23));
  expect(barMsOf('2024-03-23', MINUTES)).toBe(Date.UTC(2024, 2, 22, 22));
  expect(barMsOf('2024-03-22T22:00Z', MINUTES)).toBe(Date.UTC(2024, 2, 22, 22));
  expect(barMsOf('2024-03-22T22:00Z', DAYS)).toBe(Date.UTC(2024, 2, 23));
});

it('a field shows the wall clock of the chart, and gives the same place back', () => {
  expect(fieldText('2024-03-22T22:00Z', DAYS)).toBe('2024-03-23');
  const from = fieldText('2024-03-23T07:30Z', MINUTES);
  expect(from).toBe('2024-03-23T09:30');
  expect(placeOf({ from, to: '' }, MINUTES, NOW)).toEqual({
    place: { from: '2024-03-23T07:30Z', to: null },
  });
});

it.each([
  [{ from: '', to: '' }, 'from'],
  [{ from: '2030-01-01', to: '' }, 'from'],
  [{ from: '2024-03-23', to: '2024-03-23' }, 'to'],
  [{ from: '2024-03-23', to: '20' }, 'to'],
] as const)('the fields %o are refused at "%s"', (fields, field) => {
  expect(placeOf(fields, DAYS, NOW)).toMatchObject({ problem: { field } });
});

const day = (date: string) => Date.parse(date);
const view = (from: string, to: string, isNewest = false) => ({
  fromMs: day(from),
  toMs: day(to),
  isNewest,
});

it('a place is left once it goes out of view, not while it is still ahead', () => {
  const isLeft = watchPlace({ from: '2024-03-23', to: null }, DAYS);
  expect(isLeft(view('2026-01-01', '2026-11-26', true))).toBe(false);
  expect(isLeft(view('2024-01-01', '2024-06-01'))).toBe(false);
  expect(isLeft(view('2024-03-23', '2024-08-01'))).toBe(false);
  expect(isLeft(view('2024-03-24', '2024-08-01'))).toBe(true);
});

it('a span is in view as long as a part of it is', () => {
  const isLeft = watchPlace({ from: '2024-03-01', to: '2024-04-01' }, DAYS);
  expect(isLeft(view('2024-03-01', '2024-04-01'))).toBe(false);
  expect(isLeft(view('2024-04-01', '2024-05-01'))).toBe(false);
  expect(isLeft(view('2023-01-01', '2024-02-29'))).toBe(true);
});

it('a place is left when the newest bars come back, even if it is still in view', () => {
  const isLeft = watchPlace({ from: '2026-11-20', to: null }, DAYS);
  expect(isLeft(view('2026-06-01', '2026-11-26', true))).toBe(false);
  expect(isLeft(view('2026-05-01', '2026-11-24'))).toBe(false);
  expect(isLeft(view('2026-06-01', '2026-11-26', true))).toBe(true);
});

it('a place before the first bar is not left while nothing earlier can be shown', () => {
  const isLeft = watchPlace({ from: '1990-01-01', to: null }, DAYS);
  expect(isLeft(view('2010-01-01', '2010-06-01'))).toBe(false);
  expect(isLeft(view('2010-01-01', '2010-07-01'))).toBe(false);
});
