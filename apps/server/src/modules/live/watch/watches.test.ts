import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { BARS_WRITTEN, createLocalBus, ticksOf, WATCHED } from '../../../bus/index.ts';
import { eventually } from '../testing/eventually.ts';
import { makeInstrument } from '../testing/make-instrument.ts';
import { createMemoryBars } from '../testing/memory-bars.ts';
import { createWatches } from './watches.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const bitcoin = makeInstrument();
const stock = makeInstrument({ id: 2, code: 'AAPL', hours: MARKET_HOURS['us-stocks'] });

function bar(time: number, close: number, range = 0): Bar {
  return { time, open: close, high: close + range, low: close, close, volume: 1 };
}

function start(now: string) {
  const clock = { nowMs: Date.parse(now), now: () => clock.nowMs };
  const bus = createLocalBus();
  const bars = createMemoryBars();
  const warnings: string[] = [];
  const log = { warn: (_detail: object, message: string) => warnings.push(message) };
  const watches = createWatches({ bus, bars, clock, log });
  onTestFinished(watches.close);
  return { clock, bus, bars, watches, warnings };
}

test('equal looks share one bar, and the last one to leave ends it', async () => {
  const { bus, bars, watches, clock } = start('2026-07-01T12:00:30Z');
  bars.put(bitcoin, '1', [bar(clock.nowMs - 30_000, 100)]);
  const looks = [1, 2].map(() => watches.open(bitcoin, '1', () => {}));
  await eventually(() => expect(looks[0]?.snapshot()?.bar?.close).toBe(100));
  expect(looks[1]?.snapshot()).toBe(looks[0]?.snapshot());
  const announced: number[][] = [];
  bus.subscribe(WATCHED, ({ instrumentIds }) => announced.push(instrumentIds));
  watches.announce();
  looks[0]?.close();
  watches.announce();
  looks[1]?.close();
  watches.announce();
  expect(announced).toEqual([[1], [1]]);
});

test('before the stored bars are read a tick moves the quote and makes no bar with a wrong open', async () => {
  const { bus, bars, watches, clock } = start('2026-07-01T12:00:30Z');
  bars.put(bitcoin, '60', [bar(clock.nowMs - 30_000, 90)]);
  const look = watches.open(bitcoin, '60', () => {});
  bus.publish(ticksOf(bitcoin.id), { timeMs: clock.nowMs, price: 120 });
  expect(look.snapshot()).toMatchObject({ bar: null, quote: { price: 120 } });
  await eventually(() => expect(look.snapshot()?.bar).not.toBeNull());
  expect(look.snapshot()?.bar).toMatchObject({ open: 90, high: 120, low: 90, close: 120 });
});

test('a misprint moves neither bar nor quote in any resolution', async () => {
  const { bus, bars, watches, clock } = start('2026-07-01T12:00:30Z');
  const minute = clock.nowMs - 30_000;
  const minutes = Array.from({ length: 60 }, (_, i) => bar(minute - (59 - i) * MINUTE, 100, 1));
  bars.put(bitcoin, '1', minutes);
  bars.put(bitcoin, '1D', [bar(Date.parse('2026-06-30'), 95), bar(Date.parse('2026-07-01'), 100)]);
  const looks = (['1', '1D'] as const).map((each) => watches.open(bitcoin, each, () => {}));
  await eventually(() => {
    for (const look of looks) expect(look.snapshot()?.quote.previousClose).toBe(95);
  });
  bus.publish(ticksOf(bitcoin.id), { timeMs: clock.nowMs, price: 101 });
  bus.publish(ticksOf(bitcoin.id), { timeMs: clock.nowMs + 1, price: 5 });
  bus.publish(ticksOf(bitcoin.id), { timeMs: clock.nowMs + 2, price: 102 });
  for (const look of looks) {
    expect(look.snapshot()).toMatchObject({ bar: { low: 100, close: 102 }, quote: { price: 102 } });
  }
});

test('after the close the quote is the last stored one, with the close of the day before', async () => {
  const { bus, bars, watches } = start('2026-07-04T06:00:00Z');
  const thursday = Date.parse('2026-07-02');
  bars.put(stock, '1', [bar(Date.parse('2026-07-02T19:59:00Z'), 210)]);
  bars.put(stock, '1D', [bar(thursday - DAY, 200), bar(thursday, 210)]);
  const look = watches.open(stock, '1D', () => {});
  await eventually(() => expect(look.snapshot()?.quote.previousClose).toBe(200));
  const before = look.snapshot();
  expect(before).toMatchObject({
    bar: null,
    closed: { close: 210 },
    quote: { price: 210, timeMs: Date.parse('2026-07-02T20:00:00Z') },
  });
  bus.publish(ticksOf(stock.id), { timeMs: Date.parse('2026-07-04T05:59:00Z'), price: 300 });
  expect(look.snapshot()).toBe(before);
});

test('a bar ends with the clock although nothing more is heard', async () => {
  const { bars, watches, clock } = start('2026-07-01T12:00:30Z');
  const minute = clock.nowMs - 30_000;
  bars.put(bitcoin, '1', [bar(minute, 100)]);
  let news = 0;
  const look = watches.open(bitcoin, '1', () => {
    news += 1;
  });
  await eventually(() => expect(look.snapshot()?.bar?.time).toBe(minute));
  const before = news;
  watches.sweep();
  expect(news).toBe(before);
  clock.nowMs = minute + MINUTE + 2_000;
  watches.sweep();
  expect(look.snapshot()).toMatchObject({ bar: null, closed: { time: minute, close: 100 } });
  expect(news).toBe(before + 1);
});

test('what was missed is repaired when the store knows it', async () => {
  const { bus, bars, watches, clock } = start('2026-07-01T12:00:30Z');
  const minute = clock.nowMs - 30_000;
  bars.put(bitcoin, '1', [bar(minute, 100)]);
  const look = watches.open(bitcoin, '1', () => {});
  await eventually(() => expect(look.snapshot()?.bar?.time).toBe(minute));
  clock.nowMs += 5 * MINUTE;
  bus.publish(ticksOf(bitcoin.id), { timeMs: clock.nowMs, price: 110 });
  expect(look.snapshot()?.closed).toMatchObject({ time: minute });
  bars.put(bitcoin, '1', [bar(minute + 4 * MINUTE, 108), bar(minute + 5 * MINUTE, 107)]);
  const written = { fromMs: minute, toMs: clock.nowMs };
  bus.publish(BARS_WRITTEN, { instrumentId: bitcoin.id, resolution: '1', ...written });
  watches.sweep();
  await eventually(() => expect(look.snapshot()?.closed?.close).toBe(108));
  expect(look.snapshot()?.bar).toMatchObject({ open: 107, high: 110, close: 110 });
});

test('stored bars that cannot be read are tried again, and live prices are told meanwhile', async () => {
  const { bus, bars, watches, clock, warnings } = start('2026-07-01T12:00:30Z');
  const { lastBars } = bars;
  bars.lastBars = async () => {
    throw new Error('the database is away');
  };
  const look = watches.open(bitcoin, '1', () => {});
  bus.publish(ticksOf(bitcoin.id), { timeMs: clock.nowMs, price: 120 });
  await eventually(() => expect(warnings.length).toBeGreaterThan(0));
  expect(look.snapshot()).toMatchObject({ bar: null, quote: { price: 120 } });
  bars.lastBars = lastBars;
  bars.put(bitcoin, '1', [bar(clock.nowMs - 30_000, 90)]);
  clock.nowMs += 6_000;
  await eventually(() => {
    watches.sweep();
    expect(look.snapshot()?.bar).toMatchObject({ open: 90, high: 120 });
  });
});
