import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bar } from '@moneytrail/contract';
import { type Simulator, startSimulator } from '@moneytrail/simulators';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runHere } from './cli/testing/run-here.ts';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { ANY_KIND, createTestPlace } from './db/testing/test-database.ts';
import { barAt } from './modules/bars/index.ts';

/** A feed reads the last two bars again that stand before what is missing. */
const REREAD_BARS = 2;
const HOUR_MS = 3_600_000;
/** Whole hours: the compared bars had closed before any of the starts. */
const UNTIL_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const TICKER = 'FMP:BTCUSD';

/** Stands for the vendor itself: its prices are others than those of the simulator that the product starts. */
let vendor: Simulator;
beforeAll(async () => {
  vendor = await startSimulator('FMP', { anchorMs: Date.now() - 400 * 24 * HOUR_MS });
});
afterAll(() => vendor.close());

async function createInstallation() {
  const { databaseUrl, dataDir, drop } = await createTestPlace(ANY_KIND);
  onTestFinished(drop);
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  const common = { ...place, LOG_LEVEL: 'silent', ROLES: 'api' };
  const modes = {
    real: {
      ...common,
      FMP_API_KEY: vendor.apiKey ?? '',
      FMP_REST_URL: vendor.restUrl,
      SIMULATE: 'bitfinex',
    },
    simulated: { ...common, SIMULATE: 'all' },
  };
  /** Starts as a server does, reads bars as a chart does, stops. */
  async function barsIn(mode: keyof typeof modes): Promise<Bar[]> {
    const context = await createContext(readConfig(modes[mode]));
    try {
      expect(context.feeds.FMP.isSimulated).toBe(mode === 'simulated');
      const instrument = await context.catalogue.resolve(TICKER);
      const request = { instrument, resolution: '60' as const, count: 300, untilMs: UNTIL_MS };
      const { columns } = await context.bars.lastBars(request);
      return Array.from({ length: columns.length }, (_, index) => barAt(columns, index));
    } finally {
      await context.close();
    }
  }
  return { place, barsIn };
}

test('real bars survive a start with simulators, simulated ones a start with the vendor, and none is shown as the other', async () => {
  const { barsIn } = await createInstallation();
  const real = await barsIn('real');
  const simulated = await barsIn('simulated');
  expect(real).toHaveLength(300);
  expect(simulated).toHaveLength(300);
  const shared = real.filter((bar) => simulated.some(({ close }) => close === bar.close));
  expect(shared.length).toBeLessThan(30);
  vendor.faults.set({ down: true });
  onTestFinished(() => vendor.faults.clear());
  expect(await barsIn('real')).toEqual(real);
  expect(await barsIn('simulated')).toEqual(simulated);
});

test('imported bars are shown where the feed is real, and survive a start with simulators that shows its own', async () => {
  const { place, barsIn } = await createInstallation();
  const path = join(place.DATA_DIR, 'own.csv');
  const times = Array.from({ length: 300 }, (_, i) => UNTIL_MS - (300 - i) * HOUR_MS);
  const lines = times.map((time) => `${time / 1_000},7,9,5,8,1`);
  await writeFile(path, `time,open,high,low,close,volume\n${lines.join('\n')}\n`);
  const options = ['--instrument', TICKER, '--resolution', '60'];
  expect(await runHere('import', [path, ...options], place)).toMatchObject({ code: 0 });
  const own = times.map((time) => ({ time, open: 7, high: 9, low: 5, close: 8, volume: 1 }));
  const simulated = await barsIn('simulated');
  expect(simulated.some(({ close }) => close === 8)).toBe(false);
  const shown = (await barsIn('real')).slice(0, -REREAD_BARS);
  expect(shown).toEqual(own.slice(0, -REREAD_BARS));
  const { out } = await runHere('export', options, place);
  expect(out.startsWith('time,open,high,low,close,volume\n')).toBe(true);
  expect(out).toContain(lines.slice(0, -REREAD_BARS).join('\n'));
});
