import { expect, test } from 'vitest';
import { createLocalBus } from '../../bus/index.ts';
import { createCallerBudget } from '../../http/caller-budget.ts';
import { createBarCache } from './bar-cache.ts';

const KEYS = Array.from({ length: 60 }, (_, index) => `key ${index}`);
/** Of a thousand times a thousand signs. */
const LARGE = 'x'.repeat(1_000_000);

const SOMEBODY = { name: 'somebody', signal: new AbortController().signal, waitedMs: 0 };

function create() {
  const time = { nowMs: 1_000 };
  const clock = { monotonicMs: () => time.nowMs };
  const bus = createLocalBus({ report: () => undefined });
  const budget = createCallerBudget(clock);
  const cache = createBarCache<string>({ bus, clock, budget });
  const computed: string[] = [];
  const read = (key: string, keptMs = Number.POSITIVE_INFINITY) =>
    cache.read({ instrumentId: 1, key, reader: SOMEBODY }, async () => {
      computed.push(key);
      return { value: LARGE, keptMs };
    });
  return { time, computed, read };
}

test('what is kept is bounded by its bytes, the newest stay', async () => {
  const { computed, read } = create();
  for (const key of KEYS) await read(key);
  for (const key of KEYS.slice(-3)) await read(key);
  expect(computed).toEqual(KEYS);
  for (const key of KEYS.slice(0, -4)) await read(key);
  expect(computed.length).toBe(2 * KEYS.length - 4);
});

test('what is kept expires, however long it stays right', async () => {
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
