import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { ask, rowsOf } from '../testing/ask.ts';
import { holdClock } from '../testing/held-clock.ts';

const clock = holdClock('2026-11-20T08:10:20Z');
let bvg: Simulator;
beforeAll(async () => {
  bvg = await startSimulator('BVG', { now: clock.now });
});
afterAll(() => bvg.close());

type Bar = { time: number; open: number; high: number; low: number; close: number; volume: number };

async function bars(
  contract: string,
  resolution: string,
  from: string,
  to: string,
): Promise<Bar[]> {
  const range = `from=${Date.parse(from) / 1_000}&to=${Date.parse(to) / 1_000}`;
  const query = `contract=${encodeURIComponent(contract)}&resolution=${resolution}&${range}`;
  const rows = await rowsOf(bvg, `/bars?${query}`);
  return rows.map(({ time, open, high, low, close, volume }) => ({
    time: Number(time),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }));
}

/** Repetitive work is done in full only in long runs. */
const isLong = process.env.TEST_LONG === 'true';
const clockOf = (time: number) => new Date(time * 1_000).toISOString().slice(11, 16);

describe('contracts', () => {
  test('are listed with dates and commodity, in four groups', async () => {
    const rows = await rowsOf(bvg, '/contracts');
    expect(new Set(rows.map(({ group }) => group))).toEqual(
      new Set(['futures', 'spreads', 'splits', 'silo']),
    );
    expect(rows).toContainEqual({
      contract: 'WMAZ-2026-12',
      contractDisplay: 'DEC26 WMAZ',
      group: 'futures',
      commodity: 'WMAZ',
      startDate: '2025-12-29',
      endDate: '2026-12-23',
    });
    expect(rows).toContainEqual(
      expect.objectContaining({
        contract: 'WMAZ-2026-12/WMAZ-2027-03',
        contractDisplay: 'DEC26/MAR27 WMAZ',
        group: 'spreads',
        endDate: '2026-12-23',
      }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        contract: 'WMAZ-2027-07/YMAZ-2027-07',
        contractDisplay: 'JUL27 WMAZ/YMAZ',
      }),
    );
  });

  test('of all five commodities exist on any day of two years', async () => {
    for (let day = 0; day < 730; day += isLong ? 29 : 73) {
      clock.passTo(new Date(Date.UTC(2026, 0, 5, 8) + day * 86_400_000).toISOString());
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      const rows = await rowsOf(bvg, '/contracts?group=futures');
      const live = rows.filter(({ endDate }) => String(endDate) >= today);
      const counts = ['WMAZ', 'YMAZ', 'WEAT', 'SOYA', 'SUNS'].map(
        (code) => live.filter(({ commodity }) => commodity === code).length,
      );
      for (const count of counts) expect(count).toBeGreaterThanOrEqual(4);
    }
    clock.passTo('2026-11-20T08:10:20Z');
  });
});

describe('bars', () => {
  test('of a session are 181 minutes, the last one the print at 12:00', async () => {
    const minutes = await bars('WMAZ-2027-03', '1', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z');
    expect(minutes).toHaveLength(181);
    expect([clockOf(minutes[0]?.time ?? 0), clockOf(minutes.at(-1)?.time ?? 0)]).toEqual([
      '07:00',
      '10:00',
    ]);
  });

  test('of one hour are three, the last one with the print at 12:00', async () => {
    const hours = await bars('WMAZ-2027-03', '60', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z');
    const [day] = await bars('WMAZ-2027-03', 'D', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z');
    expect(hours.map(({ time }) => clockOf(time))).toEqual(['07:00', '08:00', '09:00']);
    expect(hours.at(-1)?.close).toBe(day?.close);
    expect(hours.reduce((sum, { volume }) => sum + volume, 0)).toBe(day?.volume);
  });

  test('have ticks of 20 cents and leave out holidays', async () => {
    const days = await bars('SOYA-2026-07', 'D', '2025-01-01T00:00:00Z', '2026-11-20T00:00:00Z');
    for (const { open, high, low, close } of days) {
      for (const price of [open, high, low, close]) expect(Math.round(price * 100) % 20).toBe(0);
    }
    const dates = days.map(({ time }) => new Date(time * 1_000).toISOString().slice(0, 10));
    expect(dates).not.toContain('2026-06-16');
    expect(dates.at(-1)).toBe('2026-07-24');
    expect(dates.length).toBeGreaterThan(235);
  });

  test('stay within the daily limit outside the delivery month', async () => {
    for (const contract of ['WMAZ-2026-07', 'WEAT-2026-12', 'SUNS-2027-03']) {
      const days = await bars(contract, 'D', '2025-01-01T00:00:00Z', '2026-11-20T00:00:00Z');
      const deliveryMonth = Date.parse(`${contract.slice(5)}-01T00:00:00Z`) / 1_000;
      const limits: Record<string, number> = { WMAZ: 200, WEAT: 250, SUNS: 340 };
      days.slice(1).forEach(({ close, time }, index) => {
        const move = Math.abs(close - (days[index]?.close ?? 0));
        if (time < deliveryMonth)
          expect(move).toBeLessThanOrEqual((limits[contract.slice(0, 4)] ?? 0) + 0.2);
      });
    }
  });

  test('have most volume at the edges of the session', async () => {
    const minutes = await bars('WMAZ-2027-03', '1', '2026-10-19T00:00:00Z', '2026-11-20T00:00:00Z');
    const volumeAt = (isMeant: (minute: number) => boolean) =>
      minutes
        .filter(({ time }) => isMeant(((time % 86_400) - 7 * 3_600) / 60))
        .reduce((sum, { volume }) => sum + volume, 0);
    const edges = volumeAt((minute) => minute < 30 || minute >= 151);
    const middle = volumeAt((minute) => minute >= 60 && minute < 120);
    expect(edges).toBeGreaterThan(middle * 1.5);
  });

  test('of a spread are the difference of its legs, minute by minute and day by day', async () => {
    const [near, far] = ['WMAZ-2027-03', 'WMAZ-2027-07'];
    for (const resolution of ['1', '15', 'D']) {
      const range = [resolution, '2026-11-16T00:00:00Z', '2026-11-20T00:00:00Z'] as const;
      const [spread, one, other] = await Promise.all([
        bars(`${near}/${far}`, ...range),
        bars(near, ...range),
        bars(far, ...range),
      ]);
      expect(spread.length).toBe(one.length);
      spread.forEach(({ open, high, low, close }, index) => {
        expect(close).toBeCloseTo((one[index]?.close ?? 0) - (other[index]?.close ?? 0), 6);
        expect(open).toBeCloseTo((one[index]?.open ?? 0) - (other[index]?.open ?? 0), 6);
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
      });
    }
  });

  const cents = (price: number) => Math.round(price * 100);

  test('of a spread close every minute at the exact difference of its legs, and add up to its day', async () => {
    const [near, far] = ['WMAZ-2026-12', 'WMAZ-2027-03'];
    for (let day = 2; day <= (isLong ? 19 : 7); day += 1) {
      const from = `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;
      const to = `2026-11-${String(day + 1).padStart(2, '0')}T00:00:00Z`;
      const [minutes, one, other, [whole]] = await Promise.all([
        bars(`${near}/${far}`, '1', from, to),
        bars(near, '1', from, to),
        bars(far, '1', from, to),
        bars(`${near}/${far}`, 'D', from, to),
      ]);
      expect(minutes.map(({ close }) => cents(close))).toEqual(
        one.map(({ close }, index) => cents(close) - cents(other[index]?.close ?? 0)),
      );
      if (!whole) expect(minutes).toEqual([]);
      else
        expect({ ...whole, time: minutes[0]?.time }).toEqual({
          time: minutes[0]?.time,
          open: minutes[0]?.open,
          high: Math.max(...minutes.map(({ high }) => high)),
          low: Math.min(...minutes.map(({ low }) => low)),
          close: minutes.at(-1)?.close,
          volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
        });
    }
  });

  test('of a spread have a small range compared with its move, on any day', async () => {
    const rows = await rowsOf(bvg, '/contracts?group=spreads');
    const codes = rows
      .map(({ contract }) => String(contract))
      .filter((one) => /^(WMAZ|SUNS)/.test(one));
    const life = ['D', '2024-01-01T00:00:00Z', '2026-11-20T00:00:00Z'] as const;
    for (const code of codes.filter((_, index) => isLong || index % 4 === 0)) {
      const [spread, ...legs] = await Promise.all(
        [code, ...code.split('/')].map((contract) => bars(contract, ...life)),
      );
      const rangeOn = new Map<number, number>();
      for (const { time, high, low } of legs.flat())
        rangeOn.set(time, Math.max(rangeOn.get(time) ?? 0, high - low));
      for (const { time, open, high, low, close } of spread ?? []) {
        const swing = high - low - Math.abs(close - open);
        expect(swing).toBeLessThanOrEqual(0.35 * (rangeOn.get(time) ?? 0) + 0.2);
      }
    }
  });

  test('of a spread do not depend on the order of requests', async () => {
    const spread = 'WMAZ-2026-12/WMAZ-2027-03';
    const week = ['2026-11-16T00:00:00Z', '2026-11-20T00:00:00Z'] as const;
    const known = await bars(spread, '1', ...week);
    const other = await startSimulator('BVG', { now: clock.now });
    try {
      const range = `from=${Date.parse(week[0]) / 1_000}&to=${Date.parse(week[1]) / 1_000}`;
      const path = `/bars?contract=${encodeURIComponent(spread)}&resolution=1&${range}`;
      expect(await rowsOf(other, path)).toEqual(known);
    } finally {
      await other.close();
    }
  });

  test('of spreads may be negative', async () => {
    const rows = await rowsOf(bvg, '/contracts?group=spreads');
    const codes = rows.map(({ contract }) => contract).join(',');
    const quotes = await rowsOf(bvg, `/quotes?contracts=${encodeURIComponent(codes)}`);
    expect(quotes.some(({ last }) => Number(last) < 0)).toBe(true);
    expect(quotes.some(({ last }) => Number(last) > 0)).toBe(true);
  });

  test('of a silo are one price a day, with none during the day', async () => {
    const days = await bars(
      'SILO-WMAZ-BOTHAVILLE',
      'D',
      '2026-11-02T00:00:00Z',
      '2026-11-20T00:00:00Z',
    );
    expect(days).toHaveLength(14);
    for (const { open, high, low, close } of days)
      expect(new Set([open, high, low, close]).size).toBe(1);
    expect(
      await bars('SILO-WMAZ-BOTHAVILLE', '60', '2026-11-02T00:00:00Z', '2026-11-20T00:00:00Z'),
    ).toEqual([]);
  });
});

describe('quotes', () => {
  test('agree with the newest minute and the previous day; unknown contracts are left out', async () => {
    const codes = ['WMAZ-2027-03', 'WMAZ-2027-03/WMAZ-2027-05', 'WMAZ-2027-07/YMAZ-2027-07'];
    const rows = await rowsOf(
      bvg,
      `/quotes?contracts=${encodeURIComponent([...codes, 'NOPE'].join(','))}`,
    );
    expect(rows.map(({ contract }) => contract)).toEqual(codes);
    for (const { contract, time, last, previousClose } of rows) {
      const code = String(contract);
      const minute = (await bars(code, '1', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')).at(-1);
      const [before] = await bars(code, 'D', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z');
      expect([time, last, previousClose]).toEqual([
        clock.now() / 1_000,
        minute?.close,
        before?.close,
      ]);
    }
  });

  test('of an expired contract show its last trade', async () => {
    const [row] = await rowsOf(bvg, '/quotes?contracts=WMAZ-2026-09');
    expect(new Date(Number(row?.time) * 1_000).toISOString()).toBe('2026-09-22T10:00:59.000Z');
  });
});

test.each([
  ['/bars?contract=NOPE&resolution=D&from=0&to=1', 404],
  ['/bars?contract=WMAZ-2027-03&resolution=7&from=0&to=1', 400],
  ['/bars?contract=WMAZ-2027-03&resolution=D&from=2&to=1', 400],
  ['/bars?contract=WMAZ-2027-03&resolution=D', 400],
  ['/contracts?group=weather', 400],
  ['/quotes', 400],
  ['/nowhere', 404],
])('%s is refused with a reason', async (path, status) => {
  const answer = await ask(bvg, path);
  expect([answer.status, answer.json]).toEqual([status, { error: expect.any(String) }]);
});

test('a missing key is refused', async () => {
  expect((await ask(bvg, '/contracts', {})).status).toBe(401);
});
