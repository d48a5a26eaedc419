import { getMarks } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BARS_WRITTEN } from '../../../bus/index.ts';
import type { DatabaseHandle } from '../../../db/index.ts';
import { DATABASE_KINDS, openTestDatabase } from '../../../db/testing/test-database.ts';
import { eventually } from '../../live/testing/eventually.ts';
import { PATHS, startAnalysisServer } from '../testing/start-analysis-server.ts';
import { trendingBars } from '../testing/trending-bars.ts';

const DAY_MS = 86_400_000;
const TODAY = Date.parse('2026-11-20');
const DAYS = trendingBars(900, TODAY, DAY_MS);
/** More than any queue of changes ought to hold. */
const MANY = 3_000;

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  /** A server that has published the marks of a symbol's bars; what corrects the newest marked bar, and its notes. */
  async function publish(fsym: string) {
    const server = await startAnalysisServer(database, TODAY + DAY_MS / 2);
    onTestFinished(() => server.close());
    server.feeds.Bitfinex.bars.set(`${fsym} 1D`, DAYS);
    const range = { fromTs: (TODAY - 899 * DAY_MS) / 1_000, toTs: (TODAY + DAY_MS) / 1_000 };
    const query = { e: 'Bitfinex', fsym, resolution: '1D', ...range };
    const newest = async () => {
      const { body } = await server.get(PATHS.marks, query);
      return getMarks.response.parse(body).marks.at(-1);
    };
    const mark = await newest();
    const bar = DAYS.find(({ time }) => time === mark?.time);
    if (!bar) throw new Error('the sample has no marks');
    const instrument = await server.catalogue.resolve(`Bitfinex:${fsym}`);
    const corrected = { instrument, resolution: '1D' as const, bars: [{ ...bar, volume: 3 }] };
    const correct = () => server.bars.write({ ...corrected, isTrusted: true });
    const notes = async () => (await newest())?.notes;
    return { server, instrument, correct, notes };
  }

  test('a correction is noted however many changes wait before it', async () => {
    const { server, instrument, correct, notes } = await publish('DOGEUSD');
    for (let day = 0; day < MANY; day++) {
      const fromMs = TODAY - (5_000 + 2 * day) * DAY_MS;
      const change = { instrumentId: instrument.id, fromMs, toMs: fromMs + DAY_MS };
      server.bus.publish(BARS_WRITTEN, { ...change, resolution: '1D' });
    }
    await correct();
    await eventually(async () => expect(await notes()).toHaveLength(1));
  });

  test('a correction is noted although the bars cannot be read at first', async () => {
    const { server, correct, notes } = await publish('ADAUSD');
    const { history } = server.bars;
    let failures = 0;
    server.bars.history = async () => {
      failures += 1;
      throw new Error('the database is away');
    };
    await correct();
    await eventually(() => expect(failures).toBeGreaterThan(0));
    server.bars.history = history;
    await eventually(async () => expect(await notes()).toHaveLength(1));
  });
});
