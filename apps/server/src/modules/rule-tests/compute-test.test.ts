import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { barsBeforeRule, combineTests, testSeries } from '@moneytrail/backtest';
import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { type RuleResult, ruleResult } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { trendingBars } from '../analysis/testing/trending-bars.ts';
import { RULE } from './testing/rule.ts';
import { type RuleTestServer, startRuleTests } from './testing/start-rule-tests.ts';

/** The bar of this day is still forming. */
const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(900, TODAY, DAY_MS);

function steps<T>(generator: Generator<void, T>): T {
  let step = generator.next();
  while (!step.done) step = generator.next();
  return step.value;
}

describe.each(USUAL_KINDS)('computing a test of a rule, on %s', (kind) => {
  const database = useTestDatabase(kind);
  let server: RuleTestServer;
  beforeEach(async () => {
    server = await startRuleTests(database, NOW);
    onTestFinished(server.close);
    // Each test has instruments of its own in the shared database.
    for (const { bars } of Object.values(server.feeds)) {
      for (const code of ['BTCUSD', 'ETHUSD', 'LTCUSD', 'XRPUSD', 'SOLUSD']) {
        bars.set(`${code} 1D`, DAYS);
      }
    }
  });

  async function compute(
    symbols: readonly string[],
    { years = null, known = [] }: { years?: number | null; known?: string[] } = {},
  ) {
    const instruments = await Promise.all(symbols.map(server.catalogue.resolve));
    const instrumentIds = instruments.map(({ id }) => id);
    const progress = vi.fn<(done: number) => void>();
    const { signal } = new AbortController();
    const wanted = { rule: RULE, instrumentIds, years, locked: 2 };
    const { version, result } = await server.compute(wanted, { signal, known, progress });
    const read = async (bytes: Buffer): Promise<RuleResult> =>
      ruleResult.parse(JSON.parse(String(await promisify(gunzip)(bytes))));
    const done = progress.mock.calls.map(([count]) => count);
    return { version, result: result && (await read(result)), done };
  }

  test('its result is that of the closed bars, which feeds are asked for behind everybody else', async () => {
    const { result, done } = await compute(['FMP:BTCUSD', 'Bitfinex:BTCUSD']);
    const { hours, priceScale } = await server.catalogue.resolve('FMP:BTCUSD');
    const columns = columnsFrom(DAYS.slice(0, -1));
    const market = { hours, resolution: RULE.resolution };
    const own = steps(testSeries(RULE, { columns, market, holes: [] }));
    const bitfinex = await server.catalogue.resolve('Bitfinex:BTCUSD');
    const one = { simulated: true, problem: null, test: own };
    const tests = [
      { ...one, symbol: 'FMP:BTC/USD', priceScale },
      { ...one, symbol: 'Bitfinex:BTC/USD', priceScale: bitfinex.priceScale },
    ];
    expect(result).toEqual(combineTests(tests, { locked: 2 }));
    expect(result?.trades.length).toBeGreaterThan(10);
    expect(done).toEqual([1, 2]);
    const { requests } = server.feeds.FMP;
    expect(new Set(requests.map(({ priority }) => priority))).toEqual(new Set(['background']));
  });

  test('the last years have their warm-up before them', async () => {
    const { result } = await compute(['FMP:ETHUSD'], { years: 1 });
    expect(result).toMatchObject({ fromTime: TODAY - 364 * DAY_MS, barCount: 364 });
    const all = await compute(['FMP:ETHUSD']);
    expect(all.result?.barCount).toBe(DAYS.length - 1 - barsBeforeRule(RULE));
  });

  test('an instrument whose feed fails, or that cannot be tested, is in the result with the reason', async () => {
    server.feeds.Bitfinex.isFailing = ({ instrument: { code } }) => code === 'XRPUSD';
    const { result } = await compute(['Bitfinex:XRPUSD', 'Bitfinex:SOLUSD']);
    expect(result?.instruments).toMatchObject([
      { barCount: 0, problem: expect.stringContaining('Bitfinex does not answer') },
      { problem: null },
    ]);
    expect(result?.trades.every(({ symbol }) => symbol === 'Bitfinex:SOL/USD')).toBe(true);
  });

  test('its version stays the same until a closed bar changes, and a known one is not computed', async () => {
    const { version } = await compute(['Bitfinex:LTCUSD']);
    const again = () => compute(['Bitfinex:LTCUSD'], { known: ['another', version] });
    expect(await again()).toEqual({ version, result: null, done: [] });
    const instrument = await server.catalogue.resolve('Bitfinex:LTCUSD');
    const change = async (index: number) => {
      const bar = DAYS.at(index);
      if (!bar) throw new Error('the sample is too short');
      const bars = [{ ...bar, close: bar.open }];
      await server.bars.write({ instrument, resolution: '1D', bars, isTrusted: true });
    };
    await change(-1);
    expect(await again()).toEqual({ version, result: null, done: [] });
    await change(-3);
    const changed = await again();
    expect(changed.version).not.toBe(version);
    expect(changed.result).not.toBeNull();
  });
});
