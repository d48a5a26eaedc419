import { DAY_MS } from '@moneytrail/calendar';
import type { Snapshot, SymbolOverview } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { barsAt } from '../bars/testing/make-bars.ts';
import { createWritableBars } from '../bars/testing/writable-bars.ts';
import { storeFigures } from '../snapshots/testing/store-figures.ts';
import { signIn } from '../workspace/testing/workspace-client.ts';

const FIGURES = {
  close: 101.5,
  longTermResistance: 120,
  shortTermResistance: 110,
  shortTermSupport: 95,
  longTermSupport: 90,
  longTermTightness: 4,
  shortTermTightness: 2,
  distanceToLongTermMin: 1,
  distanceToShortTermMin: 0.5,
  longShortPercentage: 12,
  deployment: 40,
  liquiditySpread: 3,
} satisfies Partial<Snapshot>;

describe.each(USUAL_KINDS)('the overview of a symbol, on %s', (kind) => {
  let world: AppWorld;
  let dayMs = 0;

  beforeAll(async () => {
    world = await startApp(kind);
    const { db, clock, catalogue } = world.context;
    dayMs = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const bars = createWritableBars(world.context);
    const instrument = await catalogue.resolve('FMP:BTCUSD');
    const times = Array.from({ length: 500 }, (_, index) => dayMs - (500 - index) * DAY_MS);
    const span = { coveredFromMs: times[0] ?? 0, coveredToMs: dayMs };
    const days = { instrument, resolution: '1D', bars: barsAt(times), isTrusted: true } as const;
    await bars.write({ ...days, ...span });
    const key = { instrumentId: instrument.id, resolution: '1D', isSimulated: true } as const;
    const mark = { side: 'buy', strong: true, time: dayMs - 9 * DAY_MS } as const;
    const snapshot = { ...FIGURES, time: dayMs - DAY_MS, closedAtMs: dayMs, mark };
    await storeFigures(db, key, { snapshot });
  });
  afterAll(() => world.close());

  async function ask(symbol: string, seed: Parameters<typeof addAccount>[1] = {}) {
    const { own } = await signIn(world, await addAccount(world, seed));
    return own('GET', `data/symbol-overview?symbol=${encodeURIComponent(symbol)}`);
  }
  const admin = { user_type: 'commercial', is_super_admin: true } as const;

  test('tells stored facts and leaves out what is not known', async () => {
    const { status, body } = await ask('btcusd.fmp', admin);
    expect(status).toBe(200);
    const overview: SymbolOverview = body;
    expect(overview).toMatchObject({
      symbol: 'FMP:BTC/USD',
      base: 'BTC',
      quote: 'USD',
      marketHours: 'crypto',
      simulated: true,
      startDate: null,
      endDate: null,
    });
    expect(overview.firstBars).toEqual([
      { resolution: '1', time: null },
      { resolution: '15', time: null },
      { resolution: '60', time: null },
      { resolution: '1D', time: dayMs - 500 * DAY_MS },
    ]);
    expect(overview.price).not.toBeNull();
    expect(overview.before.year).not.toBeNull();
    expect(overview.year?.high.price).toBeGreaterThanOrEqual(overview.year?.low.price ?? 0);
  });

  test('has the snapshots of every interval for the right to the summary alone', async () => {
    const { body } = await ask('FMP:BTCUSD', admin);
    expect(body.snapshots).toEqual([
      { resolution: '60', snapshot: null },
      { resolution: '240', snapshot: null },
      {
        resolution: '1D',
        snapshot: {
          ...FIGURES,
          time: dayMs - DAY_MS,
          closedAtMs: dayMs,
          mark: { side: 'buy', strong: true, time: dayMs - 9 * DAY_MS },
        },
      },
      { resolution: '1W', snapshot: null },
    ]);
    const without = await ask('FMP:BTCUSD');
    expect(without.status).toBe(200);
    expect(without.body.snapshots).toBeNull();
    expect(JSON.stringify(without.body)).not.toContain(String(FIGURES.longTermResistance));
  });

  test('tells the life of a contract', async () => {
    const contract = world.context.catalogue.enabled('BVG').find(({ endDate }) => endDate !== null);
    const { body } = await ask(contract?.ticker ?? '', admin);
    expect(body).toMatchObject({ startDate: contract?.startDate, endDate: contract?.endDate });
    expect(body.snapshots.map(({ resolution }: { resolution: string }) => resolution)).toEqual([
      '60',
      '1D',
      '1W',
    ]);
  });

  test('a locked instrument is refused without a word about it, an unknown one is not found', async () => {
    const locked = await ask('FMP:AAPL');
    expect(locked).toMatchObject({ status: 403, body: { code: 'SOURCE_LOCKED' } });
    expect(JSON.stringify(locked.body)).not.toContain('Apple');
    expect(await ask('FMP:NOSUCH')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('nothing of an instrument without stored bars is guessed', async () => {
    const { body } = await ask('FMP:AAPL', admin);
    expect(body).toMatchObject({
      price: null,
      previousClose: null,
      before: { week: null, month: null, year: null },
      year: null,
    });
  });
});
