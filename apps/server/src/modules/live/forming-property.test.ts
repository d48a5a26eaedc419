import {
  barTimeOf,
  MARKET_HOURS,
  type Resolution,
  STORED_RESOLUTIONS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { BARS_WRITTEN, ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { createBars } from '../bars/index.ts';
import { type Instrument, insertInstruments } from '../catalogue/index.ts';
import { createSubscriptionRegistry } from './subscription-registry.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';
import { createScriptedFeeds } from './testing/scripted-feed.ts';

const log = pino({ level: 'silent' });
const hours = MARKET_HOURS.crypto;
const START = Date.parse('2026-07-01');
const SUBSCRIBED: readonly Resolution[] = ['1', '5', '60', '240', '1D'];

type Tick = { timeMs: number; price: number };
type Steps = typeof STEPS extends fc.Arbitrary<infer Value> ? Value : never;

/** The bars of some ticks. */
function rolledUp(resolution: Resolution, ticks: readonly Tick[]): Bar[] {
  const bars = new Map<number, Bar>();
  for (const { timeMs, price } of ticks) {
    const time = barTimeOf(hours, resolution, timeMs);
    const { open = price, high = price, low = price } = bars.get(time) ?? {};
    const extremes = { high: Math.max(high, price), low: Math.min(low, price) };
    bars.set(time, { time, open, ...extremes, close: price, volume: null });
  }
  return [...bars.values()];
}

/** Bars before the first tick, with ranges so wide that no tick is an outlier. */
const BEFORE = new Map(
  STORED_RESOLUTIONS.map((resolution) => {
    const times = new Set<number>();
    for (let at = START - 1; times.size < 120; at -= 60_000) {
      times.add(barTimeOf(hours, resolution, at));
      if (resolution === '1D') at -= 23 * 3_600_000;
    }
    const flat = { open: 100, high: 101, low: 99, close: 100, volume: null };
    return [resolution, [...times].reverse().map((time): Bar => ({ time, ...flat }))];
  }),
);

/** Ticks with or without subscribers, after which the same process or a new one is asked. */
const STEPS = fc.array(
  fc.record({
    isSeen: fc.boolean(),
    isNewProcess: fc.boolean(),
    prices: fc.array(
      fc.record({
        afterMs: fc.integer({ min: 1, max: 40_000 }),
        price: fc.integer({ min: 99_500, max: 100_500 }).map((price) => price / 1_000),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  { minLength: 2, maxLength: 8 },
);

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  let made = 0;
  async function newInstrument(): Promise<Instrument> {
    const code = `FORMING${made++}`;
    const listed = { description: code, listedExchange: { name: 'Test', value: 'TEST' } };
    const kindOf = { type: 'crypto', marketHours: 'crypto' } as const;
    await insertInstruments(database.db, [{ exchange: 'FMP', code, ...listed, ...kindOf }]);
    const row = database.db.selectFrom('instruments').select('id').where('code', '=', code);
    return makeInstrument({ code, ...(await row.executeTakeFirstOrThrow()) });
  }

  async function check(resolution: Resolution, steps: Steps): Promise<void> {
    const { db } = database;
    const instrument = await newInstrument();
    const clock = {
      nowMs: START + 1,
      now: () => clock.nowMs,
      monotonicMs: () => clock.nowMs,
      observe: () => {},
    };
    const ticks: Tick[] = [{ timeMs: clock.nowMs, price: 100 }];
    const feeds = createScriptedFeeds();
    feeds.FMP.history = async ({ resolution: asked, fromMs, toMs }) => {
      const stored: StoredResolution = storedSourceOf(asked);
      const all = [...(BEFORE.get(stored) ?? []), ...rolledUp(stored, ticks)];
      return all.filter(({ time }) => time >= fromMs && time < toMs);
    };
    function startProcess() {
      const bus = createCheckedBus();
      const bars = createBars({ db, feeds, clock, log });
      bars.onWritten((instrumentId, written, fromMs, toMs) =>
        bus.publish(BARS_WRITTEN, { instrumentId, resolution: written, fromMs, toMs }),
      );
      const registry = createSubscriptionRegistry({ bus, bars, clock, log, fence: () => true });
      return { bus, registry };
    }
    let { bus, registry } = startProcess();
    for (const { isSeen, isNewProcess, prices } of steps) {
      if (isNewProcess) {
        registry.close();
        ({ bus, registry } = startProcess());
      }
      const subscription = isSeen ? registry.open(instrument, resolution, () => {}) : null;
      const expectRight = () => {
        const { bar } = subscription?.snapshot() ?? {};
        const newest = rolledUp(resolution, ticks).at(-1);
        expect({ ...bar, volume: null }).toMatchObject({ ...newest });
      };
      if (subscription) {
        await eventually(() => expect(subscription.snapshot()?.bar).toBeTruthy());
        expectRight();
      }
      for (const { afterMs, price } of prices) {
        clock.nowMs += afterMs;
        registry.sweep();
        const tick = { timeMs: clock.nowMs, price };
        ticks.push(tick);
        bus.publish(ticksOf(instrument.id), { token: 1, ...tick });
        if (subscription) expectRight();
      }
      subscription?.close();
    }
    registry.close();
  }

  test('a forming bar is the roll-up of all ticks since its start, with any subscribers, also after a restart', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...SUBSCRIBED), STEPS, check), {
      numRuns: process.env.TEST_LONG === 'true' ? 100 : 10,
      endOnFailure: true,
    });
  });
});
