import { MARKET_HOURS } from '@moneytrail/calendar';
import { FeedError } from '@moneytrail/feeds';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { importBars } from '../import-bars.ts';
import { barsAt, marketTimes } from '../testing/make-bars.ts';
import { createNightlyWorld, EVENING, FROM, type NightlyWorld } from '../testing/nightly-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const NIGHT = Date.parse('2024-03-21T01:00:00Z');
const stocks = MARKET_HOURS['us-stocks'];

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  const createWorld = (count = 1) => createNightlyWorld(database, count);
  const only = ({ instruments }: NightlyWorld): Instrument => {
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    return instrument;
  };
  const asked = ({ requests }: NightlyWorld) =>
    requests.map(
      ({ instrument, resolution, fromMs }) => `${instrument.code} ${resolution} ${fromMs}`,
    );

  test('C61: each night three days of every instrument are read again, different ones the next night, none by day', async () => {
    const world = await createWorld(4);
    const { clock, run, requests } = world;
    await run(3);
    expect(requests).toEqual([]);
    const nights: string[][] = [];
    for (const nightMs of [NIGHT, NIGHT + DAY]) {
      clock.nowMs = nightMs;
      requests.length = 0;
      await run(20);
      const days = asked(world);
      expect(new Set(days).size).toBe(12);
      expect(days).toHaveLength(12);
      for (const { code } of world.instruments) {
        expect(days.filter((each) => each.startsWith(`${code} `))).toHaveLength(3);
      }
      nights.push(days);
      clock.nowMs = nightMs + 12 * HOUR;
      await run(3);
      expect(requests).toHaveLength(12);
    }
    expect(nights[0]).not.toEqual(nights[1]);
    for (const { fromMs, toMs } of requests) expect(toMs - fromMs).toBeLessThanOrEqual(DAY);
    expect(world.differences()).toEqual([]);
  });

  test('C61: differences above 0.01 % are logged with their values, and corrected when the vendor repeats them', async () => {
    const world = await createWorld();
    const { clock, run, stored, change, differences } = world;
    const instrument = only(world);
    const before = await stored(instrument, '1D');
    change(instrument, ({ close, high }) => ({ close: high, volume: close }));
    clock.nowMs = NIGHT;
    await run(3);
    expect(differences()).toHaveLength(3);
    expect(differences()[0]?.detail).toMatchObject({
      ticker: instrument.ticker,
      day: expect.stringMatching(/^2024-0[23]-\d\d$/),
      values: expect.arrayContaining([
        {
          timeMs: expect.any(Number),
          of: 'close',
          stored: expect.any(Number),
          vendor: expect.any(Number),
        },
      ]),
    });
    expect(await stored(instrument, '1D')).toEqual(before);
    clock.nowMs += 10 * MINUTE;
    await run(3);
    const days = new Set(differences().map(({ detail }) => `${detail.resolution} ${detail.day}`));
    for (const resolution of ['60', '1D'] as const) {
      for (const bar of await stored(instrument, resolution)) {
        const day = new Date(bar.time).toISOString().slice(0, 10);
        const isCorrected = days.has(`${resolution} ${day}`);
        if (isCorrected) expect(bar.close).toBe(bar.high);
        else expect(bar.volume).not.toBe(bar.close);
      }
    }
    const told = differences().length;
    await run(200);
    expect(differences()).toHaveLength(told);
  });

  test('C61: differences up to 0.01 % are ignored', async () => {
    const world = await createWorld();
    const { clock, run, change, differences } = world;
    const factor = 1.0000999;
    change(only(world), ({ high, low }) => ({
      high: high * factor,
      low: low * factor * 0.9999999,
    }));
    clock.nowMs = NIGHT;
    await run(10);
    expect(differences()).toEqual([]);
  });

  test('C61: a vendor with a different answer each time corrects nothing', async () => {
    const world = await createWorld();
    const { clock, run, stored, change, differences } = world;
    const instrument = only(world);
    const before = await stored(instrument, '60');
    clock.nowMs = NIGHT;
    for (let times = 1; times < 6; times++) {
      change(instrument, ({ high }) => ({ high: high * (1 + times / 100) }));
      await run(3);
      clock.nowMs += 10 * MINUTE;
    }
    expect(differences()).toHaveLength(3 * 3);
    expect(await stored(instrument, '60')).toEqual(before);
  });

  test('C61: a missed bar is logged and stored, one that its vendor lacks is logged and kept', async () => {
    const world = await createWorld();
    const { feed, clock, run, stored, differences } = world;
    const instrument = only(world);
    const before = await stored(instrument, '1D');
    feed.set(instrument.code, '1D', []);
    const shifted = marketTimes(stocks, '60', FROM, EVENING - HOUR).map((time) => time + MINUTE);
    feed.set(instrument.code, '60', barsAt(shifted));
    for (let night = 0; night < 4; night++) {
      clock.nowMs = NIGHT + night * DAY;
      await run(3);
      clock.nowMs += 10 * MINUTE;
      await run(3);
    }
    for (const { detail } of differences()) {
      expect(detail.values).toContainEqual(expect.objectContaining({ of: 'bar', vendor: null }));
    }
    expect(await stored(instrument, '1D')).toEqual(before);
    const hours = differences().filter(({ detail }) => detail.resolution === '60');
    const days = new Set(hours.map(({ detail }) => detail.day));
    expect(days.size).toBeGreaterThan(0);
    const late = (await stored(instrument, '60')).filter(({ time }) => shifted.includes(time));
    expect(late).toHaveLength(7 * days.size);
  });

  test('C61: comparisons begun before a restart are finished after it, once', async () => {
    const world = await createWorld(16);
    const { clock, run, requests, restart } = world;
    clock.nowMs = NIGHT;
    for (let round = 0; round < 12; round++) {
      await run(1);
      restart();
    }
    expect(new Set(asked(world)).size).toBe(48);
    expect(requests).toHaveLength(48);
  });

  test('C61: a round asks a bounded number of questions, and stops when a vendor refuses', async () => {
    const world = await createWorld(30);
    const { feed, clock, run, requests } = world;
    clock.nowMs = NIGHT;
    await run(1);
    expect(requests).toHaveLength(30);
    feed.failure = new FeedError({ exchange: 'FMP', kind: 'rateLimit', cause: 'HTTP 429' });
    requests.length = 0;
    await run(1);
    expect(requests).toHaveLength(1);
    feed.failure = null;
    requests.length = 0;
    clock.nowMs += 5 * MINUTE;
    await run(20);
    expect(requests).toHaveLength(90 - 30);
  });

  test('C61: imported bars are not compared', async () => {
    const world = await createWorld();
    const { clock, run, requests } = world;
    const instrument = only(world);
    for (const resolution of ['60', '1D'] as const) {
      const columns = columnsOf(barsAt(marketTimes(stocks, resolution, FROM, EVENING - HOUR), 3));
      const deps = { db: database.db, clock };
      await importBars(deps, { instrument, resolution, pieces: [columns], isSimulated: true });
    }
    clock.nowMs = NIGHT;
    await run(5);
    expect(requests).toEqual([]);
  });
});
