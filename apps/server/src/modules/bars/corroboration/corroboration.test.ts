import type { Bar } from '@moneytrail/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { distortFmpRows } from '../testing/distort-fmp-rows.ts';
import { type SimulatedServer, startSimulatedServer } from '../testing/simulated-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-21T12:00:00Z');
/** The VIX on 6 February 2018, which the simulator shifts to other dates. */
const VIX_2018 = { open: 37.32, high: 50.3, low: 22.42, close: 29.98 };
const WEDNESDAY = Date.parse('2026-11-18');
const isAt = (time: number) => (bar: Bar) => bar.time === time;
const isOn = (date: string) => (row: { date: string }) => row.date.startsWith(date);
const tenfold = (row: { high: number }) => ({ high: row.high * 10 });

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);
  let server: SimulatedServer;
  /** Bars in the database outlive the server, so every test has instruments of its own. */
  beforeEach(async () => {
    server = await startSimulatedServer(database, { nowMs: NOW });
    return () => server.close();
  });

  const days = (symbol: string) => server.history(symbol, '1D', NOW - 365 * DAY, NOW);
  const dayOf = async (symbol: string, time: number) => (await days(symbol)).find(isAt(time));
  const told = (ticker: string) => server.told.filter((each) => each.ticker === ticker);
  /** Enough rounds for every bar. */
  async function corroborateQuarantined(waitedMs = 0): Promise<void> {
    server.nowMs += waitedMs;
    for (let round = 0; round < 3; round++) await server.runJob('bars.corroborate-quarantined');
  }

  test('C60: a day of the VIX that more than doubled is accepted once its minutes confirm it, and stays', async () => {
    const symbol = 'FMP:^VIX';
    const doubled = async () => {
      const year = await server.history(
        symbol,
        '1D',
        Date.parse('2018-01-01'),
        Date.parse('2019-01-01'),
      );
      return year.find(({ high }) => high > 50);
    };
    expect(await doubled()).toBeUndefined();
    await corroborateQuarantined();
    const day = await doubled();
    if (!day) throw new Error('the day was not confirmed');
    expect(day).toMatchObject(VIX_2018);
    const before = told(symbol).length;
    expect(told(symbol)).toContainEqual(expect.objectContaining({ by: 'finer bars' }));
    const instrument = await server.catalogue.resolve(symbol);
    const grown = { ...day, high: day.high + 0.01, close: day.close + 0.01 };
    for (const again of [day, grown]) {
      await server.bars.write({ instrument, resolution: '1D', bars: [again] });
    }
    expect(told(symbol).length).toBe(before);
    expect((await doubled())?.close).toBe(grown.close);
  });

  /** A day with other nearest contracts of Safex. */
  async function startAgainOn(day: string): Promise<void> {
    await server.close();
    server = await startSimulatedServer(database, { nowMs: Date.parse(`${day}T12:00:00Z`) });
  }

  test('C60: a daily outlier of a spread whose other leg was limit-locked is accepted', async () => {
    await startAgainOn('2026-07-23');
    const symbol = 'BVG:WMAZ-2026-07/WMAZ-2026-09';
    const leapt = Date.parse('2026-07-20');
    expect(await dayOf(symbol, leapt)).toBeUndefined();
    await corroborateQuarantined();
    expect(await dayOf(symbol, leapt)).toMatchObject({ high: -47.8, low: -79.6 });
  });

  test('C60: an intraday outlier of a spread is accepted in hours', async () => {
    const leapt = Date.parse('2026-07-13');
    const hours = () => server.history('BVG:WEAT-2026-12/WEAT-2027-03', '60', leapt, leapt + DAY);
    expect(await hours()).toHaveLength(2);
    await corroborateQuarantined();
    expect(await hours()).toHaveLength(3);
  });

  test('C60: a day with a misprint that its minutes do not have stays hidden and is logged', async () => {
    const symbol = 'FMP:AAPL';
    server.proxies.FMP.distort(distortFmpRows(/eod.*symbol=AAPL/, isOn('2026-11-18'), tenfold));
    for (const waitedMs of [0, HOUR, DAY]) {
      expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
      await corroborateQuarantined(waitedMs);
    }
    expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
    const because = expect.stringContaining('finer bars');
    const last = { message: 'outlier rejected', resolution: '1D', because };
    expect(told(symbol).at(-1)).toMatchObject(last);
    const counts = server.told.filter(({ message }) => message === 'quarantined bars');
    expect(counts.at(-1)).toMatchObject({ exchange: 'FMP', waiting: expect.any(Number) });
    expect(counts.at(-1)?.rejected).toBeGreaterThan(0);
  });

  test('C60: a misprint that runs through every resolution of a vendor confirms itself in none', async () => {
    const symbol = 'FMP:TSLA';
    const stamps = ['', ' 11:07:00', ' 11:00:00', ' 10:30:00'].map((time) => `2026-11-18${time}`);
    const isMisprint = ({ date }: { date: string }) => stamps.includes(date);
    server.proxies.FMP.distort(distortFmpRows(/symbol=TSLA/, isMisprint, tenfold));
    const drawn = async () => [
      ...(await days(symbol)),
      ...(await server.history(symbol, '1', WEDNESDAY, WEDNESDAY + DAY)),
      ...(await server.history(symbol, '15', WEDNESDAY, WEDNESDAY + DAY)),
      ...(await server.history(symbol, '60', WEDNESDAY, WEDNESDAY + DAY)),
    ];
    const usual = (await days(symbol)).at(-1)?.close ?? 0;
    const misprinted = WEDNESDAY + 16 * HOUR + 7 * MINUTE;
    for (const waitedMs of [0, HOUR, DAY]) {
      const bars = await drawn();
      expect(Math.max(...bars.map(({ high }) => high))).toBeLessThan(2 * usual);
      expect([misprinted - MINUTE, misprinted].map((time) => bars.some(isAt(time)))).toEqual([
        true,
        false,
      ]);
      await corroborateQuarantined(waitedMs);
    }
    expect(told(symbol).map(({ message }) => message)).not.toContain('outlier corroborated');
    expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
  });

  test('C60: an outlier at two feeds is accepted, one at a single feed is not', async () => {
    const at = NOW - 3 * HOUR;
    const crash = { low: 1 };
    const stamp = new Date(at - 5 * HOUR).toISOString().slice(0, 19).replace('T', ' ');
    const minute = async (symbol: string) =>
      (await server.history(symbol, '1', at - HOUR, at + HOUR)).find(isAt(at));
    server.proxies.FMP.distort(distortFmpRows(/symbol=(BTC|ETH)USD/, isOn(stamp), () => crash));
    server.proxies.Bitfinex.distort((path, body) => {
      if (!path.includes('tBTCUSD')) return body;
      const rows: number[][] = JSON.parse(body);
      return JSON.stringify(rows.map((row) => (row[0] === at ? row.with(4, crash.low) : row)));
    });
    const both = async () => [await minute('FMP:BTCUSD'), await minute('FMP:ETHUSD')];
    expect(await both()).toEqual([undefined, undefined]);
    await corroborateQuarantined();
    await corroborateQuarantined(DAY);
    expect(await both()).toEqual([expect.objectContaining(crash), undefined]);
  });

  test('C60: a day without a second source is accepted when its vendor repeats it an hour later', async () => {
    const symbol = 'FMP:GCUSD';
    const half = (row: { low: number }) => ({ low: row.low / 2 });
    const fall = distortFmpRows(/symbol=GCUSD/, isOn('2026-11-18'), half);
    server.proxies.FMP.distort((path, body) => (path.includes('chart') ? '[]' : fall(path, body)));
    for (const waitedMs of [0, HOUR - 1]) {
      expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
      await corroborateQuarantined(waitedMs);
    }
    expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
    await corroborateQuarantined(1);
    expect(await dayOf(symbol, WEDNESDAY)).toBeDefined();
    expect(told(symbol).at(-1)).toMatchObject({ by: 'its vendor, again' });
  });

  test('C60: a misplaced decimal point is rejected however often its vendor repeats it', async () => {
    const symbol = 'FMP:GOOGL';
    const slip = distortFmpRows(/symbol=GOOGL/, isOn('2026-11-18'), tenfold);
    server.proxies.FMP.distort((path, body) => (path.includes('chart') ? '[]' : slip(path, body)));
    for (const waitedMs of [0, HOUR, DAY]) {
      expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
      await corroborateQuarantined(waitedMs);
    }
    expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
    expect(told(symbol).at(-1)).toMatchObject({ because: 'corroborated by nothing' });
  });

  test('C60: a misprint that its vendor corrects is stored as corrected', async () => {
    const symbol = 'FMP:COKE';
    server.proxies.FMP.distort(distortFmpRows(/eod.*symbol=COKE/, isOn('2026-11-18'), tenfold));
    expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
    await corroborateQuarantined();
    const ninefold = (row: { high: number }) => ({ high: row.high * 9 });
    server.proxies.FMP.distort(distortFmpRows(/eod.*symbol=COKE/, isOn('2026-11-18'), ninefold));
    await corroborateQuarantined(HOUR);
    expect(await dayOf(symbol, WEDNESDAY)).toBeUndefined();
    server.proxies.FMP.distort(null);
    await corroborateQuarantined(HOUR);
    const [before, corrected] = (await days(symbol)).slice(-4);
    expect(corrected?.time).toBe(WEDNESDAY);
    expect(corrected?.high).toBeLessThan(2 * (before?.high ?? 0));
  });

  test('C60: a second source that cannot be reached is asked again later', async () => {
    await startAgainOn('2026-07-23');
    const symbol = 'BVG:YMAZ-2026-07/YMAZ-2026-09';
    const leapt = Date.parse('2026-07-10');
    expect(await dayOf(symbol, leapt)).toBeUndefined();
    server.simulators.BVG.faults.set({ status: '500' });
    await corroborateQuarantined();
    expect(await dayOf(symbol, leapt)).toBeUndefined();
    expect(told(symbol).at(-1)?.message).toBe('outlier could not be corroborated');
    server.simulators.BVG.faults.clear();
    await corroborateQuarantined(10 * MINUTE);
    expect(await dayOf(symbol, leapt)).toBeDefined();
  });
});
