import { MINUTE_MS } from '@moneytrail/calendar';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SignedInUser } from '../profile/present-account.ts';
import { createLiveCache } from './live-cache.ts';

const MORE_THAN_FIT = 25_000;

/** A cache whose database knows the ids that begin with `key`, each with a user of that name. */
function startCache() {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const reads: string[] = [];
  const held: (() => void)[] = [];
  const world = { isHeld: false };
  const cache = createLiveCache({
    clock,
    load: async (id) => {
      reads.push(id);
      if (world.isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return id.startsWith('key') ? { user: { _id: `user of ${id}` } as SignedInUser } : null;
    },
    maxAgeMs: 900,
    unreadable: 'unreadable',
  });
  const release = () => {
    world.isHeld = false;
    for (const resolve of held.splice(0)) resolve();
  };
  const readsOf = (id: string) => reads.filter((each) => each === id).length;
  return { cache, clock, world, release, readsOf };
}

const madeUp = (count: number) => Array.from({ length: count }, (_, at) => `made up ${at}`);

test('any number of unknown ids leaves the known ones cached', async () => {
  const { cache, readsOf } = startCache();
  await cache.get('key');
  await Promise.all(madeUp(MORE_THAN_FIT).map(cache.get));
  expect(await cache.get('key')).not.toBeNull();
  expect(readsOf('key')).toBe(1);
});

test('a known id is cached though many unknown ones are read at the same time', async () => {
  const { cache, world, release, readsOf } = startCache();
  world.isHeld = true;
  const all = Promise.all(['key', ...madeUp(MORE_THAN_FIT)].map(cache.get));
  release();
  await all;
  await cache.get('key');
  expect(readsOf('key')).toBe(1);
});

test('an unknown id is read once in its time, however often it is asked for', async () => {
  const { cache, clock, readsOf } = startCache();
  for (let time = 0; time < 3; time += 1) expect(await cache.get('made up')).toBeNull();
  expect(readsOf('made up')).toBe(1);
  clock.nowMs += 900;
  await cache.get('made up');
  expect(readsOf('made up')).toBe(2);
});

test('a read that began before its user was forgotten is not kept', async () => {
  const { cache, world, release, readsOf } = startCache();
  world.isHeld = true;
  const first = cache.get('key');
  cache.forget(['user of key']);
  release();
  await first;
  await cache.get('key');
  expect(readsOf('key')).toBe(2);
});

test('an entry that is too old to stand in waits for the database as long as an unknown one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { cache, clock, world, release } = startCache();
  await cache.get('key');
  clock.nowMs += 5 * MINUTE_MS;
  world.isHeld = true;
  const answer = cache.get('key');
  await vi.advanceTimersByTimeAsync(2_000);
  release();
  expect(await answer).not.toBeNull();
});
