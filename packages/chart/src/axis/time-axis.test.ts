import { DAY_MS, dateText, HOUR_MS, MARKET_HOURS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { createTimeAxis } from './time-axis.ts';

function axisOf(
  startMs: number,
  stepMs: number,
  count: number,
  open: { resolution: '60' | '1D' | '5'; zone: string; hours?: keyof typeof MARKET_HOURS },
) {
  const time = Float64Array.from({ length: count }, (_, i) => startMs + i * stepMs);
  const axis = createTimeAxis({ times: () => ({ length: count, time }), textScale: () => 1 });
  axis.reset({ ...open, hours: MARKET_HOURS[open.hours ?? 'crypto'] });
  return axis;
}

function texts(axis: ReturnType<typeof axisOf>, count: number, barPx: number): string[] {
  return axis.ticks({ from: 0, to: count, xOf: (index) => index * barPx }).map(({ text }) => text);
}

test('hours stand at round wall clock times on both sides of a change to summer time', () => {
  // New York moves from 02:00 to 03:00 on 8 March 2026, 07:00 UTC.
  const axis = axisOf(Date.UTC(2026, 2, 7, 17), HOUR_MS, 48, {
    resolution: '60',
    zone: 'America/New_York',
  });
  expect(texts(axis, 48, 15)).toEqual([
    '12:00',
    '18:00',
    dateText('dayMonth', Date.UTC(2026, 2, 8)),
    '06:00',
    '12:00',
    '18:00',
    dateText('dayMonth', Date.UTC(2026, 2, 9)),
    '06:00',
    '12:00',
  ]);
});

test('the same bars have other round times in a zone that is half an hour off', () => {
  const axis = axisOf(Date.UTC(2026, 0, 5, 17, 30), HOUR_MS, 14, {
    resolution: '60',
    zone: 'Asia/Kolkata',
  });
  // 17:30 UTC is 23:00 in Kolkata.
  expect(texts(axis, 14, 40)).toEqual([
    dateText('dayMonth', Date.UTC(2026, 0, 6)),
    '03:00',
    '06:00',
    '09:00',
    '12:00',
  ]);
});

test('dates stay dates in every zone', () => {
  const dates = (zone: string) =>
    texts(axisOf(Date.UTC(2026, 0, 1), DAY_MS, 40, { resolution: '1D', zone }), 40, 80);
  expect(dates('America/Los_Angeles')).toEqual(dates('Pacific/Auckland'));
  expect(dates('Etc/UTC').slice(0, 3)).toEqual(['2026', '2', '3']);
});

test('coarse units win: years and quarters before months, months before days', () => {
  const axis = axisOf(Date.UTC(2024, 10, 15), DAY_MS, 500, { resolution: '1D', zone: 'Etc/UTC' });
  expect(texts(axis, 500, 1)).toEqual(['2025', 'Apr', 'Jul', 'Oct', '2026']);
});

test('a phone shows two labels or more at the usual widths of a bar', () => {
  const [widthPx, resolutions] = [310, { '5': 5, '15': 15, '60': 60, '240': 240, '1D': 1_440 }];
  const sparse = Object.entries(resolutions).flatMap(([resolution, minutes]) => {
    const start = Date.UTC(2026, 0, 3);
    const axis = axisOf(start, minutes * 60_000, 400, {
      resolution: resolution as '5',
      zone: 'Africa/Johannesburg',
    });
    return [4, 6, 8, 10, 12].flatMap((barPx) => {
      const count = Math.floor(widthPx / barPx);
      return [0, 13, 47, 111, 200].flatMap((from) => {
        const ticks = axis.ticks({
          from,
          to: from + count,
          xOf: (index) => (index - from) * barPx,
        });
        return ticks.length < 2 ? [`${resolution} at ${barPx} px from ${from}`] : [];
      });
    });
  });
  expect(sparse).toEqual([]);
});

test('panning by some bars keeps the labels that stay in view', () => {
  const axis = axisOf(Date.UTC(2026, 0, 5), 300_000, 900, { resolution: '5', zone: 'Etc/UTC' });
  const ticks = (from: number) =>
    axis
      .ticks({ from, to: from + 150, xOf: (index) => (index - from) * 8 })
      .map(({ index }) => index);
  const before = ticks(200);
  const after = ticks(213);
  expect(after.filter((index) => index < 350)).toEqual(before.filter((index) => index >= 213));
});

test('sessions begin where the trading date changes, in the zone of the exchange', () => {
  // Forex turns at 17:00 New York, 22:00 UTC in winter.
  const axis = axisOf(Date.UTC(2026, 0, 5, 12), HOUR_MS, 48, {
    resolution: '60',
    zone: 'Etc/UTC',
    hours: 'forex',
  });
  expect(axis.sessionStarts({ from: 0, to: 48, xOf: (index) => index * 10 })).toEqual([10, 34]);
});

test('session breaks are left out where they would stand too close', () => {
  const axis = axisOf(Date.UTC(2026, 0, 5), HOUR_MS, 96, { resolution: '60', zone: 'Etc/UTC' });
  expect(axis.sessionStarts({ from: 0, to: 96, xOf: (index) => index })).toEqual([]);
});

test('a chart without bars names no date, whatever its columns have room for', () => {
  const columns = { length: 0, time: new Float64Array(8) };
  const axis = createTimeAxis({ times: () => columns, textScale: () => 1 });
  axis.reset({ resolution: '1D', zone: 'UTC', hours: MARKET_HOURS.crypto });
  expect(axis.dateAt(0)).toBe('');
  columns.length = 1;
  expect(axis.dateAt(0)).toContain('1970');
});
