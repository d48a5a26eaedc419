import { setTimeout as sleep } from 'node:timers/promises';
import {
  MARKET_HOURS,
  MINUTE_MS,
  RESOLUTIONS,
  type Resolution,
  SECOND_MS,
} from '@moneytrail/calendar';
import { type HistoryAnswer, historyAnswer } from '@moneytrail/contract';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { BARS_WRITTEN, ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { PATIENT } from '../../testing/patient.ts';
import { createAnswerCache } from '../bars/answers.ts';
import { createBars } from '../bars/index.ts';
import { barsAt, marketTimes } from '../bars/testing/make-bars.ts';
import { insertInstruments } from '../catalogue/index.ts';
import { createSubscriptionRegistry } from './subscription-registry.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';
import { createScriptedFeeds } from './testing/scripted-feed.ts';

const database = useTestDatabase('pglite');
const START = Date.parse('2026-07-01T12:00:00Z');

async function start() {
  const { db } = database;
  const [code, log] = [`ONE${Math.floor(performance.now())}`, pino({ level: 'silent' })];
  const listed = { description: code, listedExchange: { name: 'Test', value: 'TEST' } };
  await insertInstruments(db, [
    { exchange: 'FMP', code, ...listed, type: 'crypto', marketHours: 'crypto' },
  ]);
  const row = db.selectFrom('instruments').select('id').where('code', '=', code);
  const instrument = makeInstrument({ code, ...(await row.executeTakeFirstOrThrow()) });
  const clock = {
    nowMs: START + 50 * SECOND_MS,
    now: () => clock.nowMs,
    monotonicMs: () => clock.nowMs,
    observe: () => {},
  };
  const feeds = createScriptedFeeds();
  const asOfFeed = (close: number) => {
    for (const [resolution, sinceMs] of [
      ['1', START - 3 * 3_600_000],
      ['15', START - 3 * 3_600_000],
      ['60', START - 48 * 3_600_000],
      ['1D', START - 90 * 86_400_000],
    ] as const) {
      const times = marketTimes(MARKET_HOURS.crypto, resolution, sinceMs, clock.nowMs);
      const bars = barsAt(times).map((bar) => ({
        ...bar,
        open: 100,
        high: 101,
        low: 99,
        close: 100,
      }));
      const last = bars.at(-1);
      if (last) bars[bars.length - 1] = { ...last, close, high: Math.max(101, close) };
      feeds.FMP.bars.set(`${code} ${resolution}`, bars);
    }
  };
  asOfFeed(100);
  const bus = createCheckedBus();
  const bars = createBars({ db, feeds, clock, log });
  bars.onWritten((instrumentId, resolution, fromMs, toMs) =>
    bus.publish(BARS_WRITTEN, { instrumentId, resolution, fromMs, toMs }),
  );
  const registry = createSubscriptionRegistry({ bus, bars, clock, log, fence: () => true });
  onTestFinished(registry.close);
  const { liveBars } = registry;
  const deps = { bars, db, clock, log, liveBars };
  const answers = createAnswerCache({ ...deps, deadlines: PATIENT });
  const newest = async (resolution: Resolution): Promise<HistoryAnswer> => {
    const toMs = clock.nowMs + 40 * 86_400_000;
    const request = { instrument, resolution, fromMs: toMs - 1, toMs, limit: 2, countBack: 2 };
    const { body } = await (await answers.get(request)).take('');
    return historyAnswer.parse(JSON.parse(body.toString()));
  };
  const tick = (afterMs: number, price: number) => {
    clock.nowMs += afterMs;
    bus.publish(ticksOf(instrument.id), { token: 1, timeMs: clock.nowMs, price });
  };
  return { instrument, clock, registry, newest, tick, asOfFeed };
}

test('history and stream tell the same last price at one moment, on all intervals', async () => {
  const { instrument, registry, newest, tick } = await start();
  const subscription = registry.open(instrument, '1', () => {});
  await eventually(() => expect(subscription.snapshot()?.bar?.close).toBe(100));
  for (const [afterMs, price] of [
    [1_000, 100.5],
    [3_000, 100.2],
    [2_500, 100.7],
  ] as const) {
    tick(afterMs, price);
    for (const resolution of RESOLUTIONS) {
      const { Data } = await newest(resolution);
      expect([resolution, Data.at(-1)?.close]).toEqual([resolution, price]);
    }
    expect(subscription.snapshot()).toMatchObject({ bar: { close: price }, quote: { price } });
  }
  const { bar } = subscription.snapshot() ?? {};
  expect((await newest('1')).Data.at(-1)).toMatchObject({ high: bar?.high, low: bar?.low });
});

test('an answer of history from before a close changes nothing of the closed bar, until its final state comes', async () => {
  const { instrument, clock, registry, newest, tick, asOfFeed } = await start();
  const subscription = registry.open(instrument, '1', () => {});
  await eventually(() => expect(subscription.snapshot()?.bar?.close).toBe(100));
  tick(8_000, 100.9);
  clock.nowMs = START + MINUTE_MS + 2_000;
  registry.sweep();
  expect(subscription.snapshot()?.closed).toMatchObject({ time: START, close: 100.9 });
  // The store still has the bar of ten seconds ago, and others read it.
  for (const resolution of RESOLUTIONS) await newest(resolution);
  registry.sweep();
  await sleep(20);
  expect(subscription.snapshot()?.closed).toMatchObject({ time: START, close: 100.9 });
  const closing = await newest('1');
  expect(closing.Data.find(({ time }) => time === START)?.close).toBe(100.9);
  expect(closing.KnownUntilMs).toBeLessThan(START + MINUTE_MS);
  clock.nowMs = START + MINUTE_MS + 8_000;
  asOfFeed(100.4);
  await eventually(async () => {
    clock.nowMs += 1_000;
    const final = await newest('1');
    expect(final.Data.find(({ time }) => time === START)?.close).toBe(100);
    registry.sweep();
    expect(subscription.snapshot()?.closed).toMatchObject({ time: START, close: 100 });
    expect(subscription.snapshot()?.closed?.knownUntilMs).toBeGreaterThanOrEqual(START + MINUTE_MS);
  });
});
