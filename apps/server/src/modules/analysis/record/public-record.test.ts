import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { columnsFrom, computeMarks, DEFAULT_INPUTS } from '@moneytrail/indicators';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import type { JobRun } from '../../../jobs/index.ts';
import { type AnalysisServer, startAnalysisServer } from '../testing/start-analysis-server.ts';
import { trendingBars } from '../testing/trending-bars.ts';
import { createPublicRecord, updatePublicRecord } from './public-record.ts';

const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(2_500, TODAY, DAY_MS);
/** A ledger that began so many days ago has enough marks, most of them published late. */
const BEGAN = TODAY - 2_000 * DAY_MS;
const MARKS = computeMarks(columnsFrom(DAYS.slice(0, -1)), DEFAULT_INPUTS).filter(
  ({ time }) => time > BEGAN,
);
const RUN: JobRun = { id: '1', signal: new AbortController().signal, progress: () => undefined };

describe.each(USUAL_KINDS)('the public record, on %s', (kind) => {
  const database = useTestDatabase(kind);
  let server: AnalysisServer;
  const clock = { now: () => NOW };
  const read = () => createPublicRecord({ db: database.db, clock, log: silentLog })();
  const update = (isRecordPublic = true) =>
    updatePublicRecord({ db: database.db, clock, isRecordPublic }, RUN);

  /** Publishes the marks of an instrument, each in the days after its bar. */
  async function publish(code: string, isSimulated: boolean): Promise<number> {
    const { db } = database;
    const { id } = await server.catalogue.resolve(`Bitfinex:${code}`);
    const key = { instrument_id: id, resolution: '1D', formula_version: 1 } as const;
    const ledger = { ...key, is_simulated: isSimulated };
    await db
      .insertInto('mark_ranges')
      .values({ ...ledger, from_ms: BEGAN, to_ms: TODAY })
      .execute();
    const rows = MARKS.map(({ time, side, strong, price }, index) => ({
      ...ledger,
      id: `${code} ${isSimulated} ${index}`,
      time,
      side,
      is_strong: strong,
      price,
      text: '',
      bar_open: 1,
      bar_high: 1,
      bar_low: 1,
      bar_close: 1,
      bar_volume: null,
      recorded_at_ms: time + DAY_MS + HOUR_MS,
    }));
    await db.insertInto('marks').values(rows).execute();
    return id;
  }

  beforeEach(async () => {
    server = await startAnalysisServer(database, NOW);
    onTestFinished(() => server.close());
  });

  test('counts marks of instruments that were removed, and real prices apart from simulated ones', async () => {
    const { db } = database;
    await update();
    expect(await read()).toContain('No published signal has been followed by 20 bars.');
    const instrument = await server.catalogue.resolve('Bitfinex:LTCUSD');
    const days = {
      instrument,
      resolution: '1D',
      bars: DAYS.slice(0, -1),
      isTrusted: true,
    } as const;
    const covered = { coveredFromMs: DAYS[0]?.time ?? 0, coveredToMs: TODAY };
    server.feeds.Bitfinex.isSimulated = true;
    await server.bars.write({ ...days, ...covered });
    await publish('LTCUSD', true);
    await update();
    expect(await read()).toMatch(/^<h2>On simulated prices: /);

    server.feeds.Bitfinex.isSimulated = false;
    await server.bars.write({ ...days, ...covered });
    const removed = await publish('LTCUSD', false);
    // Its bars are not stored.
    await publish('XRPUSD', false);
    await update();
    const before = await read();
    expect(before).not.toContain('simulated');
    const told = (html: string) =>
      /([\d,]+) published daily signals on (\d+) instr/.exec(html)?.slice(1);
    const [trials = '0'] = told(before) ?? [];
    expect(Number(trials)).toBeGreaterThan(MARKS.length - 5);
    expect(told(before)?.[1]).toBe('1');
    expect(before).toContain(`${MARKS.length} whose bars are no longer stored`);

    await db
      .updateTable('instruments')
      .set({ is_enabled: false })
      .where('id', '=', removed)
      .execute();
    await update();
    const after = await read();
    expect(told(after)).toEqual(told(before));
    expect(after).toContain('1 of them removed since');
    expect(after.length).toBeLessThan(900);
    await update(false);
    expect(await read()).toBe('');
  });
});
