import { setImmediate as turn } from 'node:timers/promises';
import { HOUR_MS, MARKET_HOURS, RESOLUTIONS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { BARS_WRITTEN, feedStateOf, SUBSCRIBED, ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { createTokenFence, followFeeds } from './feed-states.ts';
import { createSubscriptionRegistry } from './subscription-registry.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';
import { createMemoryBars } from './testing/memory-bars.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const bitcoin = makeInstrument();
const stock = makeInstrument({ id: 2, code: 'AAPL', hours: MARKET_HOURS['us-stocks'] });

function bar(time: number, close: number, range = 0): Bar {
  return { time, open: close, high: close + range, low: close, close, volume: 1 };
}

function start(now: string) {
  const clock = { nowMs: Date.parse(now), now: () => clock.nowMs, observe: () => {} };
  const bus = createCheckedBus();
  const bars = createMemoryBars();
  const warnings: string[] = [];
  const log = { warn: (_detail: object, message: string) => warnings.push(message) };
  const registry = createSubscriptionRegistry({ bus, bars, clock, log, fence: () => true });
  onTestFinished(registry.close);
  return { clock, bus, bars, registry, warnings };
}

test('equal subscriptions share one bar, and the last one to close ends it', async () => {
  const { bus, bars, registry, clock } = start('2026-07-01T12:00:30Z');
  bars.put(bitcoin, '1', [bar(clock.nowMs - 30_000, 100)]);
  const subscriptions = [1, 2].map(() => registry.open(bitcoin, '1', () => {}));
  await eventually(() => expect(subscriptions[0]?.snapshot()?.bar?.close).toBe(100));
  expect(subscriptions[1]?.snapshot()).toBe(subscriptions[0]?.snapshot());
  const announced: number[][] = [];
  bus.subscribe(SUBSCRIBED, ({ instrumentIds }) => announced.push(instrumentIds));
  registry.announce();
  subscriptions[0]?.close();
  registry.announce();
  subscriptions[1]?.close();
  registry.announce();
  expect(announced).toEqual([[1], [1]]);
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price: 120 });
  clock.nowMs += 61_000;
  registry.sweep();
  expect(registry.newestTick(bitcoin.id)).toBeNull();
});

test.each(['answers', 'fails'])(
  'who subscribes and unsubscribes again and again has a feed that %s asked once for each bar',
  async (how) => {
    const { bars, registry, clock } = start('2026-07-01T12:00:30Z');
    let asked = 0;
    bars.refreshTail = async () => {
      asked += 1;
      if (how === 'fails') throw new Error('the feed is away');
    };
    for (let round = 0; round < 20; round++) {
      const subscriptions = RESOLUTIONS.map((each) => registry.open(bitcoin, each, () => {}));
      await turn();
      for (const subscription of subscriptions) subscription.close();
      clock.nowMs += 500;
      registry.sweep();
    }
    expect(asked).toBe(RESOLUTIONS.length);
    clock.nowMs += 61_000;
    registry.sweep();
    registry.open(bitcoin, '1', () => {});
    await turn();
    expect(asked).toBe(RESOLUTIONS.length + 1);
  },
);

test('ticks during a short pause without subscribers are in the bar', async () => {
  const { bus, bars, registry, clock } = start('2026-07-01T12:00:30Z');
  bars.put(bitcoin, '1', [bar(clock.nowMs - 30_000, 100)]);
  const first = registry.open(bitcoin, '1', () => {});
  await eventually(() => expect(first.snapshot()?.bar?.close).toBe(100));
  first.close();
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price: 120 });
  const second = registry.open(bitcoin, '1', () => {});
  expect(second.snapshot()).toMatchObject({ bar: { open: 100, high: 120, close: 120 } });
});

test('a tick before the stored bars are read is shown with them', async () => {
  const { bus, bars, registry, clock } = start('2026-07-01T12:00:30Z');
  bars.put(bitcoin, '60', [bar(clock.nowMs - 30_000, 90)]);
  bars.put(bitcoin, '1D', [bar(Date.parse('2026-06-30'), 95), bar(Date.parse('2026-07-01'), 90)]);
  const subscription = registry.open(bitcoin, '60', () => {});
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price: 120 });
  expect(subscription.snapshot()).toBeNull();
  await eventually(() => expect(subscription.snapshot()).not.toBeNull());
  expect(subscription.snapshot()?.quote).toMatchObject({ price: 120, previousClose: 95 });
  await eventually(() => expect(subscription.snapshot()?.bar).not.toBeNull());
  expect(subscription.snapshot()?.bar).toMatchObject({ open: 90, high: 120, low: 90, close: 120 });
});

test('a misprint changes neither bar nor quote in any resolution', async () => {
  const { bus, bars, registry, clock } = start('2026-07-01T12:00:30Z');
  const minute = clock.nowMs - 30_000;
  const minutes = Array.from({ length: 60 }, (_, i) => bar(minute - (59 - i) * MINUTE, 100, 1));
  bars.put(bitcoin, '1', minutes);
  bars.put(bitcoin, '1D', [bar(Date.parse('2026-06-30'), 95), bar(Date.parse('2026-07-01'), 100)]);
  const subscriptions = (['1', '1D'] as const).map((each) =>
    registry.open(bitcoin, each, () => {}),
  );
  await eventually(() => {
    for (const subscription of subscriptions)
      expect(subscription.snapshot()?.quote.previousClose).toBe(95);
  });
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price: 101 });
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs + 1, price: 5 });
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs + 2, price: 102 });
  for (const subscription of subscriptions) {
    expect(subscription.snapshot()).toMatchObject({
      bar: { low: 100, close: 102 },
      quote: { price: 102 },
    });
  }
});

test('after the close the quote is the last stored one, with the previous close', async () => {
  const { bus, bars, registry } = start('2026-07-04T06:00:00Z');
  const thursday = Date.parse('2026-07-02');
  bars.put(stock, '1', [bar(Date.parse('2026-07-02T19:59:00Z'), 210)]);
  bars.put(stock, '1D', [bar(thursday - DAY, 200), bar(thursday, 210)]);
  const subscription = registry.open(stock, '1D', () => {});
  await eventually(() => expect(subscription.snapshot()?.quote.previousClose).toBe(200));
  const before = subscription.snapshot();
  expect(before).toMatchObject({
    bar: null,
    closed: { close: 210 },
    quote: { price: 210, timeMs: Date.parse('2026-07-02T20:00:00Z') },
  });
  bus.publish(ticksOf(stock.id), {
    token: 1,
    timeMs: Date.parse('2026-07-04T05:59:00Z'),
    price: 300,
  });
  expect(subscription.snapshot()).toBe(before);
});

test('a bar ends by the clock without further ticks', async () => {
  const { bars, registry, clock } = start('2026-07-01T12:00:30Z');
  const minute = clock.nowMs - 30_000;
  bars.put(bitcoin, '1', [bar(minute, 100)]);
  let changes = 0;
  const subscription = registry.open(bitcoin, '1', () => {
    changes += 1;
  });
  await eventually(() => expect(subscription.snapshot()?.bar?.time).toBe(minute));
  const before = changes;
  registry.sweep();
  expect(changes).toBe(before);
  clock.nowMs = minute + MINUTE + 2_000;
  registry.sweep();
  expect(subscription.snapshot()).toMatchObject({
    bar: null,
    closed: { time: minute, close: 100 },
  });
  expect(changes).toBe(before + 1);
});

test('missed ticks are repaired from the store', async () => {
  const { bus, bars, registry, clock } = start('2026-07-01T12:00:30Z');
  const minute = clock.nowMs - 30_000;
  bars.put(bitcoin, '1', [bar(minute, 100)]);
  const subscription = registry.open(bitcoin, '1', () => {});
  await eventually(() => expect(subscription.snapshot()?.bar?.time).toBe(minute));
  clock.nowMs += 5 * MINUTE;
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price: 110 });
  expect(subscription.snapshot()?.closed).toMatchObject({ time: minute });
  bars.put(bitcoin, '1', [bar(minute + 4 * MINUTE, 108), bar(minute + 5 * MINUTE, 107)]);
  const written = { fromMs: minute, toMs: clock.nowMs };
  bus.publish(BARS_WRITTEN, { instrumentId: bitcoin.id, resolution: '1', ...written });
  registry.sweep();
  await eventually(() => expect(subscription.snapshot()?.closed?.close).toBe(108));
  expect(subscription.snapshot()?.bar).toMatchObject({ open: 107, high: 110, close: 110 });
});

test('failed reads of stored bars are retried, and live prices are sent meanwhile', async () => {
  const { bus, bars, registry, clock, warnings } = start('2026-07-01T12:00:30Z');
  const { lastBars } = bars;
  bars.lastBars = async () => {
    throw new Error('the database is away');
  };
  const subscription = registry.open(bitcoin, '1', () => {});
  bus.publish(ticksOf(bitcoin.id), { token: 1, timeMs: clock.nowMs, price: 120 });
  await eventually(() => expect(warnings.length).toBeGreaterThan(0));
  expect(subscription.snapshot()).toMatchObject({ bar: null, quote: { price: 120 } });
  bars.lastBars = lastBars;
  bars.put(bitcoin, '1', [bar(clock.nowMs - 30_000, 90)]);
  clock.nowMs += 6_000;
  await eventually(() => {
    registry.sweep();
    expect(subscription.snapshot()?.bar).toMatchObject({ open: 90, high: 120 });
  });
});

test('ticks and states of a former owner are dropped', async () => {
  const bus = createCheckedBus();
  const clock = createSteadyClock({ now: Date.now });
  const fence = createTokenFence(clock);
  const log = { warn: () => {} };
  const bars = createMemoryBars();
  const registry = createSubscriptionRegistry({ bus, bars, clock, log, fence });
  const states = followFeeds({ bus, clock, fence }, HOUR_MS);
  onTestFinished(() => {
    registry.close();
    states.close();
  });
  const subscription = registry.open(bitcoin, '1', () => {});
  const tick = (token: number, price: number) =>
    bus.publish(ticksOf(bitcoin.id), { token, timeMs: Date.now(), price });
  const state = (token: number, isOffline: boolean) =>
    bus.publish(feedStateOf('FMP'), { token, exchange: 'FMP', isOffline });
  tick(4, 100);
  await eventually(() => expect(subscription.snapshot()?.quote.price).toBe(100));
  state(5, false);
  tick(4, 101);
  state(4, true);
  expect(subscription.snapshot()?.quote.price).toBe(100);
  expect(states.read().FMP).toBe(false);
  tick(5, 102);
  expect(subscription.snapshot()?.quote.price).toBe(102);
});

test('ticks of a former owner of a group are dropped, while other groups have greater tokens', async () => {
  const bus = createCheckedBus();
  const clock = createSteadyClock({ now: Date.now });
  const [log, bars] = [{ warn: () => {} }, createMemoryBars()];
  const fence = createTokenFence(clock);
  const registry = createSubscriptionRegistry({ bus, bars, clock, log, fence });
  onTestFinished(registry.close);
  const pairs = [1, 2].map((id) => makeInstrument({ id, code: `P${id}`, exchange: 'Bitfinex' }));
  const opened = pairs.map((instrument) => registry.open(instrument, '1', () => {}));
  const prices = () => opened.map((each) => each.snapshot()?.quote.price);
  const tick = (id: number, groupToken: number, price: number) =>
    bus.publish(ticksOf(id), { token: 1, groupToken, timeMs: Date.now(), price });
  tick(1, 9, 100);
  tick(2, 3, 100);
  await eventually(() => expect(prices()).toEqual([100, 100]));
  tick(2, 4, 101);
  tick(2, 3, 102);
  tick(1, 9, 103);
  expect(prices()).toEqual([103, 101]);
});
