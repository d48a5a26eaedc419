import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { getMarks } from '@moneytrail/contract';
import { columnsFrom, computeMarks, DEFAULT_INPUTS } from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../../db/index.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import {
  type AnalysisServer,
  PATHS,
  startAnalysisServer,
} from '../testing/start-analysis-server.ts';
import { trendingBars } from '../testing/trending-bars.ts';

const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const BEGUN = TODAY - 200 * DAY_MS;
const DAYS = trendingBars(900, TODAY, DAY_MS);

/** Wraps an object so that its statements run a callback before they execute. */
function beforeExecuting<T extends object>(builder: T, work: () => Promise<void>): T {
  return new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'execute') return () => work().then(() => member.call(target));
      return (...given: unknown[]) => beforeExecuting(member.apply(target, given), work);
    },
  });
}

/** A database that runs a callback just before a table is read. */
function beforeReading(db: Db, table: string, work: () => Promise<void>): Db {
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const builder = member.apply(target, given);
        const isRead = name === 'selectFrom' && given[0] === table;
        return isRead ? beforeExecuting(builder, work) : builder;
      };
    },
  });
}

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  async function start(db: Db, fsym: string): Promise<AnalysisServer> {
    const server = await startAnalysisServer({ db }, NOW);
    onTestFinished(() => server.close());
    server.feeds.Bitfinex.bars.set(`${fsym} 1D`, DAYS);
    return server;
  }

  test.each([
    ['mark_ranges', 'SOLUSD'],
    ['marks', 'ETHUSD'],
  ])('marks that are published just before %s is read are answered once', async (table, fsym) => {
    const ticker = `Bitfinex:${fsym}`;
    const publisher = await start(database.db, fsym);
    publisher.nowMs = BEGUN;
    await publisher.runJob('publish-marks', ticker);
    publisher.nowMs = NOW;
    const publish = () => publisher.runJob('publish-marks', ticker);
    const server = await start(beforeReading(database.db, table, publish), fsym);
    const query = { e: 'Bitfinex', fsym, resolution: '1D' };
    const range = { fromTs: BEGUN / 1_000, toTs: TODAY / 1_000 };
    const { body } = await server.get(PATHS.marks, { ...query, ...range });
    const times = getMarks.response.parse(body).marks.map(({ time }) => time);
    const expected = computeMarks(columnsFrom(DAYS.slice(0, -1)), DEFAULT_INPUTS)
      .map(({ time }) => time)
      .filter((time) => time >= BEGUN);
    expect(expected.length).toBeGreaterThan(1);
    expect(times).toEqual(expected);
  });
});
