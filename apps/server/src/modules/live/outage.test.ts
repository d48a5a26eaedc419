import { MARKET_HOURS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { createFeed } from '@moneytrail/feeds';
import { startSimulator } from '@moneytrail/simulators';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { openTestDatabase, USUAL_KINDS } from '../../db/testing/test-database.ts';
import type { Jobs } from '../../jobs/index.ts';
import { runJob } from '../../jobs/testing/run-job.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import {
  barJobs,
  columnsOf,
  createBars,
  findGaps,
  REPAIR_GAPS,
  readStoredBars,
} from '../bars/index.ts';
import { createCatalogue, type Instrument } from '../catalogue/index.ts';
import { createLive } from './index.ts';
import { holdTime } from './testing/held-time.ts';
import { createScriptedFeeds } from './testing/scripted-feed.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The Friday before Memorial Day, half an hour before the close of New York. */
const CUT = Date.parse('2024-05-24T19:30:00Z');
/** The Tuesday after it, half an hour after the opening. */
const BACK = Date.parse('2024-05-28T14:00:00Z');
const STOCKS = ['AAPL', 'TSLA', 'GOOGL'];
/** The log message of a repaired gap. */
const told = z.object({
  ticker: z.string(),
  resolution: z.string(),
  fromMs: z.number(),
  toMs: z.number(),
  barCount: z.number(),
});
const hours = MARKET_HOURS['us-stocks'];

const barAtTime = (time: number) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: null });

describe.each(USUAL_KINDS)('on %s', (kind) => {
  test('C61: an hour of trading during an outage, over a holiday, is complete within five minutes of its end', async () => {
    const database = await openTestDatabase(kind);
    onTestFinished(database.close);
    const { db } = database;
    const time = holdTime(CUT - 10 * MINUTE, database);
    const now = () => Date.now();
    const clock = createSteadyClock({ now });
    const simulator = await startSimulator('FMP', { now, anchorMs: now() });
    onTestFinished(simulator.close);
    const { restUrl, apiKey } = simulator;
    const settings = { restUrl, isSimulated: true, ...(apiKey === null ? {} : { apiKey }) };
    const FMP = createFeed('FMP', settings, { now, random: () => 0.5, report: () => undefined });
    const feeds = { ...createScriptedFeeds(), FMP };
    const catalogue = await createCatalogue({ db, clock, log: pino({ level: 'silent' }) });
    await catalogue.seedDemo();
    const read: z.infer<typeof told>[] = [];
    const warn = (detail: object, message: string) => {
      if (message === 'missing bars were read again') read.push(told.parse(detail));
    };
    const bars = createBars({ db, feeds, clock, log: { warn } });
    const only = (exchange?: ExchangeName) =>
      catalogue
        .enabled(exchange)
        .filter(({ code, exchange: of }) => of === 'FMP' && STOCKS.includes(code));
    const enabled = { enabled: only };
    const log = { warn };
    const maintenance = barJobs({
      db,
      feeds,
      clock,
      log,
      bars,
      catalogue: enabled,
      random: () => 0.5,
    });
    /** Jobs enqueued for the worker. */
    const planned: object[] = [];
    const jobs: Pick<Jobs, 'enqueue'> = {
      enqueue: async (_job, payload) => {
        planned.push(Object(payload));
        return null;
      },
    };
    /** Lets time pass while a worker repairs gaps every minute, one run at a time, with retries. */
    let work = Promise.resolve();
    async function passWithWorker(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute++) {
        work = work.then(async () => {
          for (const payload of [...planned.splice(0), {}]) {
            await runJob(maintenance, REPAIR_GAPS.name, payload).catch(() => planned.push(payload));
          }
        });
        await time.pass(MINUTE);
      }
    }
    const base = { db, bus: createCheckedBus(), feeds, bars, clock, jobs };
    const live = createLive({
      ...base,
      catalogue: enabled,
      log: pino({ level: 'silent' }),
      processId: 'one',
      isIngest: true,
      isAlone: true,
      // The clock jumps over the holiday, which must not end the lease.
      timing: { leaseMs: 30 * DAY },
    });
    onTestFinished(live.stop);
    for (const instrument of only()) {
      for (const resolution of ['1', '15', '60', '1D'] as const) {
        await bars.lastBars({ instrument, resolution, count: 200 });
      }
    }
    const span = { fromMs: Date.parse('2024-05-24T13:30:00Z'), toMs: BACK };
    const gapsOf = async (instrument: Instrument, resolution: '1' | '15' | '60') => {
      const times: number[] = [];
      const key = { instrumentId: instrument.id, resolution, isSimulated: true };
      const { pieces } = await readStoredBars(db, { ...key, ...span });
      for await (const piece of pieces) times.push(...piece.time);
      return findGaps({ hours, resolution }, columnsOf(times.map(barAtTime)), span);
    };
    live.start();
    await passWithWorker(10);
    simulator.faults.set({ down: true });
    await passWithWorker(2);
    expect(live.feedStates().FMP).toBe(true);
    time.leapTo(BACK);
    await passWithWorker(1);
    // The feed is back, but fails for one share a little longer: its gap then lies before newer bars.
    simulator.faults.set({ down: false, status: '500', affects: 'chart/1min.*symbol=TSLA' });
    await passWithWorker(2);
    const [late] = only().filter(({ code }) => code === 'TSLA');
    expect(late && (await gapsOf(late, '1'))).not.toEqual([]);
    simulator.faults.clear();
    await passWithWorker(3);
    expect(live.feedStates().FMP).toBe(false);

    for (const instrument of only()) {
      for (const resolution of ['1', '15', '60'] as const) {
        const gaps = await gapsOf(instrument, resolution);
        expect([instrument.code, resolution, gaps]).toEqual([instrument.code, resolution, []]);
      }
    }
    // Weekend, holiday and nights are no gaps: whatever a worker repaired before the reader of the feed had caught up was
    // trading time.
    for (const { fromMs, toMs, barCount } of read) {
      expect(fromMs).toBeGreaterThan(CUT - 2 * MINUTE);
      expect(toMs).toBeLessThan(BACK + 5 * MINUTE);
      expect(barCount).toBeLessThan(70);
    }
  });
});
