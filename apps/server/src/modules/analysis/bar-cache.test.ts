import { expect, test } from 'vitest';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { createCallerBudget, type WorkLimits } from '../../http/caller-budget.ts';
import type { BuildLimits } from '../bars/index.ts';
import { createBarCache, type MadeOf } from './bar-cache.ts';

const KEYS = Array.from({ length: 60 }, (_, index) => `key ${index}`);
/** A thousand values of a thousand characters each. */
const LARGE = 'x'.repeat(1_000_000);

const SOMEBODY = { name: 'somebody', signal: new AbortController().signal, waitedMs: 0 };

const EVER: MadeOf = { source: '1', fromMs: 0, toMs: Number.POSITIVE_INFINITY };

const WAITS = { mayWait: true };
/** Work that ends only when it is aborted. */
const NEVER = new Promise<never>(() => undefined);

function create(limits?: WorkLimits) {
  const time = { nowMs: 1_000 };
  const clock = { monotonicMs: () => time.nowMs };
  const reconnected = new Set<() => void>();
  const bus: TickBus = {
    ...createCheckedBus({ report: () => undefined }),
    onReconnect: (listener) => {
      reconnected.add(listener);
      return () => reconnected.delete(listener);
    },
  };
  const reconnect = () => {
    for (const listener of reconnected) listener();
  };
  const budget = createCallerBudget(clock, limits);
  const cache = createBarCache<string>({ bus, clock, budget });
  const computed: string[] = [];
  const read = (key: string, keptMs = Number.POSITIVE_INFINITY, madeOf: MadeOf = EVER) =>
    cache.read({ instrumentId: 1, key, reader: SOMEBODY }, async () => {
      computed.push(key);
      return { value: LARGE, keptMs, madeOf };
    });
  return { time, bus, reconnect, budget, cache, computed, read };
}

test('the cache is bounded by its bytes and keeps the newest values', async () => {
  const { computed, read } = create();
  for (const key of KEYS) await read(key);
  for (const key of KEYS.slice(-3)) await read(key);
  expect(computed).toEqual(KEYS);
  for (const key of KEYS.slice(0, -4)) await read(key);
  expect(computed.length).toBe(2 * KEYS.length - 4);
});

test('values expire, however long they are valid', async () => {
  const { time, computed, read } = create();
  await read('short', 5_000);
  await read('long');
  time.nowMs += 6_000;
  await read('short');
  await read('long');
  expect(computed).toEqual(['short', 'long', 'short']);
  time.nowMs += 3_600_000;
  await read('long');
  expect(computed.at(-1)).toBe('long');
  expect(computed.length).toBe(4);
});

test('a write invalidates only values that were computed from its bars', async () => {
  const { bus, computed, read } = create();
  const madeOf = { source: '1', fromMs: 1_000, toMs: 2_000 } as const;
  await read('minutes', Number.POSITIVE_INFINITY, madeOf);
  const written = { instrumentId: 1, resolution: '1', fromMs: 1_500, toMs: 1_600 } as const;
  bus.publish(BARS_WRITTEN, { ...written, instrumentId: 2 });
  bus.publish(BARS_WRITTEN, { ...written, resolution: '1D' });
  bus.publish(BARS_WRITTEN, { ...written, fromMs: 2_000, toMs: 3_000 });
  bus.publish(BARS_WRITTEN, { ...written, fromMs: 900, toMs: 1_000 });
  await read('minutes', Number.POSITIVE_INFINITY, madeOf);
  expect(computed).toEqual(['minutes']);
  bus.publish(BARS_WRITTEN, written);
  await read('minutes', Number.POSITIVE_INFINITY, madeOf);
  expect(computed).toEqual(['minutes', 'minutes']);
});

test('a value whose bars are written during its computation is answered but not cached', async () => {
  const { bus, cache } = create();
  const madeOf = { source: '1', fromMs: 1_000, toMs: 2_000 } as const;
  const question = { instrumentId: 1, key: 'late', reader: SOMEBODY };
  const timed = (value: string) => ({ value, keptMs: Number.POSITIVE_INFINITY, madeOf });
  const first = await cache.read(question, async () => {
    bus.publish(BARS_WRITTEN, { instrumentId: 1, resolution: '1', fromMs: 1_000, toMs: 1_001 });
    return timed('before');
  });
  expect([first, await cache.read(question, async () => timed('after'))]).toEqual([
    'before',
    'after',
  ]);
  expect(await cache.read(question, async () => timed('again'))).toBe('after');
});

test('a new caller does not inherit the short deadline of one that has waited long', async () => {
  const { cache } = create();
  const asked: number[] = [];
  const read = (waitedMs: number) => {
    const question = { instrumentId: 1, key: 'slow', reader: { ...SOMEBODY, waitedMs } };
    const compute = ({ feedMs }: BuildLimits) => {
      asked.push(feedMs);
      return NEVER;
    };
    cache.read(question, compute).catch(() => undefined);
  };
  for (const waitedMs of [1_950, 1_960, 0, 10, 1_970]) read(waitedMs);
  await expect.poll(() => asked).toEqual([50, 2_000]);
});

test('a computation without callers is cancelled and releases its slot', async () => {
  const { budget, cache } = create({ atOnce: 1, aMinute: 100 });
  const begun: BuildLimits[] = [];
  const question = { instrumentId: 1, key: 'slow', reader: { ...SOMEBODY, waitedMs: 2_650 } };
  const late = cache.read(question, (waiting) => {
    begun.push(waiting);
    return NEVER;
  });
  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(begun[0]?.signal.aborted).toBe(true);
  expect(await budget.run(SOMEBODY.name, async () => 'free', WAITS)).toBe('free');
});

test('a caller that leaves before its turn is not charged', async () => {
  const { budget, cache } = create({ atOnce: 1, aMinute: 2 });
  let end = () => {};
  const first = budget.run(SOMEBODY.name, () => new Promise<void>((done) => (end = done)), WAITS);
  const leaving = new AbortController();
  const reader = { ...SOMEBODY, signal: leaving.signal };
  const left = cache.read({ instrumentId: 1, key: 'left', reader }, () => NEVER);
  leaving.abort(new Error('left'));
  end();
  await first;
  await expect(left).rejects.toThrow('left');
  expect(await budget.run(SOMEBODY.name, async () => 'second')).toBe('second');
});

test('after a reconnection, values from before or during it are computed again', async () => {
  const { reconnect, cache, computed, read } = create();
  await read('kept');
  reconnect();
  await read('kept');
  expect(computed).toEqual(['kept', 'kept']);
  const question = { instrumentId: 1, key: 'meanwhile', reader: SOMEBODY };
  const keptMs = Number.POSITIVE_INFINITY;
  await cache.read(question, async () => {
    reconnect();
    return { value: 'before', keptMs, madeOf: EVER };
  });
  const after = await cache.read(question, async () => ({ value: 'after', keptMs, madeOf: EVER }));
  expect(after).toBe('after');
});
