import { DAY_MS, MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import { expect, onTestFinished, test } from 'vitest';
import { BARS_WRITTEN, ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { ANY_KIND, openTestDatabase } from '../../db/testing/test-database.ts';
import { createSubscriptionRegistry } from './subscription-registry.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';
import { createMemoryBars } from './testing/memory-bars.ts';
import { startQuoteServer } from './testing/start-quote-server.ts';

const bitcoin = makeInstrument();
const stock = makeInstrument({ id: 2, code: 'AAPL', hours: MARKET_HOURS['us-stocks'] });

/** A Monday to Friday in July 2026, and 11:00 of the Wednesday in New York. */
const [MONDAY, TUESDAY, WEDNESDAY] = [6, 7, 8].map((day) => Date.UTC(2026, 6, day)) as [
  number,
  number,
  number,
];
const ELEVEN = Date.parse('2026-07-08T15:00:30Z');
const OPEN = Date.parse('2026-07-08T13:30:00Z');

const bar = (time: number, close: number): Bar => {
  return { time, open: close, high: close, low: close, close, volume: 1 };
};

function start(nowMs: number) {
  const clock = { nowMs, now: () => clock.nowMs, observe: () => {} };
  const bus = createCheckedBus();
  const bars = createMemoryBars();
  const log = { warn: () => {} };
  const registry = createSubscriptionRegistry({ bus, bars, clock, log, fence: () => true });
  onTestFinished(registry.close);
  const written = (instrumentId: number, resolution: '1' | '1D') =>
    bus.publish(BARS_WRITTEN, { instrumentId, resolution, fromMs: 0, toMs: clock.nowMs });
  return { clock, bus, bars, registry, written };
}

test('the price of a day that is not final is as old as its beginning', async () => {
  const { bars, registry } = start(ELEVEN);
  bars.put(stock, '1D', [bar(MONDAY, 200), bar(TUESDAY, 210), bar(WEDNESDAY, 205)]);
  const subscription = registry.open(stock, '1D', () => {});
  await eventually(() =>
    expect(subscription.snapshot()?.quote).toMatchObject({
      price: 205,
      timeMs: OPEN,
      previousClose: 210,
    }),
  );
});

test('a closed minute is as new as its end, one that may still form as its beginning', async () => {
  const { bars, registry, clock } = start(ELEVEN);
  const minute = clock.nowMs - 30_000;
  bars.put(bitcoin, '1', [bar(minute - MINUTE_MS, 100)]);
  bars.put(stock, '1', [bar(minute - MINUTE_MS, 100), bar(minute, 101)]);
  const [closed, forming] = [bitcoin, stock].map((each) => registry.open(each, '1', () => {}));
  await eventually(() =>
    expect([closed?.snapshot()?.quote, forming?.snapshot()?.quote]).toMatchObject([
      { price: 100, timeMs: minute },
      { price: 101, timeMs: minute },
    ]),
  );
});

test('without an answer of the feed no minute counts as final', async () => {
  const { bars, registry, clock } = start(ELEVEN);
  const minute = clock.nowMs - 30_000 - 5 * MINUTE_MS;
  bars.lastBars = async ({ resolution }) => ({
    columns: columnsFrom(resolution === '1' ? [bar(minute, 100)] : []),
    warning: 'FMP is not reached',
    wholeUntilMs: 0,
    knownUntilMs: 0,
  });
  const subscription = registry.open(bitcoin, '1', () => {});
  await eventually(() =>
    expect(subscription.snapshot()?.quote).toMatchObject({ price: 100, timeMs: minute }),
  );
});

test('bars stored later correct the price before the first tick, in any resolution', async () => {
  const { bars, registry, clock, written } = start(ELEVEN);
  bars.put(stock, '1D', [bar(TUESDAY, 210), bar(WEDNESDAY, 205)]);
  bars.put(stock, '1', [bar(OPEN, 204)]);
  const subscription = registry.open(stock, '1D', () => {});
  await eventually(() => expect(subscription.snapshot()?.quote.price).toBe(204));
  const minute = clock.nowMs - 30_000;
  bars.put(stock, '1', [bar(minute, 207)]);
  written(stock.id, '1');
  await eventually(() => {
    registry.sweep();
    expect(subscription.snapshot()?.quote).toMatchObject({ price: 207, timeMs: minute });
  });
  bars.put(stock, '1D', [bar(TUESDAY, 211), bar(WEDNESDAY, 205)]);
  written(stock.id, '1D');
  await eventually(() => {
    registry.sweep();
    expect(subscription.snapshot()?.quote).toMatchObject({ price: 207, previousClose: 211 });
  });
});

test('a stored price never replaces a tick', async () => {
  const { bars, bus, registry, clock, written } = start(ELEVEN);
  bars.put(stock, '1', [bar(OPEN, 204)]);
  const subscription = registry.open(stock, '1', () => {});
  await eventually(() => expect(subscription.snapshot()?.quote.price).toBe(204));
  const tick = { token: 1, timeMs: clock.nowMs, price: 205 };
  bus.publish(ticksOf(stock.id), tick);
  const minute = clock.nowMs - 30_000;
  bars.put(stock, '1', [bar(OPEN, 204), bar(minute, 207)]);
  written(stock.id, '1');
  registry.sweep();
  await eventually(() => expect(subscription.snapshot()?.bar?.open).toBe(207));
  expect(subscription.snapshot()?.quote).toMatchObject({ price: 205, timeMs: tick.timeMs });
});

test('the previous close is never that of an older session', async () => {
  const { bars, registry, clock } = start(ELEVEN);
  // Tuesday is not stored, as the vendor has not delivered it yet.
  bars.put(stock, '1D', [bar(MONDAY - 3 * DAY_MS, 190), bar(MONDAY, 200)]);
  bars.put(stock, '1', [bar(clock.nowMs - 30_000, 207)]);
  const subscription = registry.open(stock, '1', () => {});
  let news = 0;
  registry.open(stock, '1', () => (news += 1));
  await eventually(() => expect(news).toBeGreaterThan(1));
  expect(subscription.snapshot()?.quote).toMatchObject({ price: 207, previousClose: null });
});

test.each([
  ['is known where it has answered for that', null, 210],
  ['is unknown where it has not', 'FMP is not reached', null],
])('while the feed does not answer the previous close %s', async (_, warning, previousClose) => {
  const { bars, registry, clock } = start(ELEVEN);
  const days = [bar(MONDAY, 200), bar(TUESDAY, 210), bar(WEDNESDAY, 205)];
  bars.lastBars = async ({ resolution, untilMs }) => ({
    columns: columnsFrom(
      resolution === '1'
        ? [bar(clock.nowMs - 90_000, 207)]
        : days.filter(({ time }) => time < (untilMs ?? clock.nowMs)),
    ),
    warning: untilMs === undefined ? 'FMP is not reached' : warning,
    wholeUntilMs: 0,
    knownUntilMs: 0,
  });
  const subscription = registry.open(stock, '1D', () => {});
  let news = 0;
  registry.open(stock, '1D', () => (news += 1));
  await eventually(() => expect(news).toBeGreaterThan(1));
  expect(subscription.snapshot()?.quote).toMatchObject({ price: 207, previousClose });
});

test('the stream dates and compares a stored price like the quotes, and no newer during an outage', async () => {
  const database = await openTestDatabase(ANY_KIND);
  onTestFinished(() => database.close());
  const time = { nowMs: ELEVEN };
  const server = await startQuoteServer(database, time);
  const instrument = await server.catalogue.resolve('FMP:AAPL');
  const { FMP } = server.feeds;
  const minutes = Array.from({ length: 90 }, (_, i) => bar(OPEN + i * MINUTE_MS, 205));
  FMP.set('AAPL', '1D', [bar(MONDAY, 200), bar(TUESDAY, 210), bar(WEDNESDAY, 205)]);
  FMP.set('AAPL', '1', minutes);
  const shown = async () => {
    const { price, timeMs, previousClose } = (await server.quotes('FMP:AAPL'))['FMP:AAPL'] ?? {};
    return { price, timeMs, previousClose };
  };
  const subscription = server.registry.open(instrument, '1', () => {});
  await eventually(async () =>
    expect(subscription.snapshot()?.quote).toMatchObject({ previousClose: 210, price: 205 }),
  );
  expect(subscription.snapshot()?.quote).toMatchObject(await shown());
  subscription.close();
  time.nowMs += 60 * MINUTE_MS;
  server.registry.sweep();
  FMP.failure = new Error('away');
  const again = server.registry.open(instrument, '1', () => {});
  await eventually(() => expect(again.snapshot()?.quote.previousClose).toBe(210));
  const { timeMs: shownMs = 0, ...price } = await shown();
  expect(again.snapshot()?.quote).toMatchObject({ ...price, timeMs: shownMs - MINUTE_MS });
});

test('with the first tick of another session the previous close is unknown until it is read', async () => {
  const { bars, bus, registry, clock } = start(Date.parse('2026-07-08T23:59:30Z'));
  bars.put(bitcoin, '1D', [bar(TUESDAY, 95), bar(WEDNESDAY, 100)]);
  const subscription = registry.open(bitcoin, '1D', () => {});
  const tick = (price: number) =>
    bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price });
  await eventually(() => expect(subscription.snapshot()?.quote.previousClose).toBe(95));
  tick(101);
  expect(subscription.snapshot()?.quote).toMatchObject({ price: 101, previousClose: 95 });
  clock.nowMs += MINUTE_MS;
  tick(102);
  expect(subscription.snapshot()?.quote).toMatchObject({ price: 102, previousClose: null });
  bars.put(bitcoin, '1D', [bar(TUESDAY, 95), bar(WEDNESDAY, 101)]);
  await eventually(() => {
    registry.sweep();
    expect(subscription.snapshot()?.quote).toMatchObject({ price: 102, previousClose: 101 });
  });
});
