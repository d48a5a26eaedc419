import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createFairQueue, RECENT_MS } from './fair-queue.ts';

/** Simulated turns: jobs take the milliseconds they are given, while the clock stands still in between. */
function createWorkshop(turns = 4, mostWaiting = 1_000) {
  let nowMs = 0;
  const queue = createFairQueue({ turns, mostWaiting, now: () => nowMs });
  const tookMs = new Map<number, number>();
  const callerOf = new Map<number, string>();
  const running = new Map<number, { caller: string; untilMs: number; beganMs: number }>();
  const started: number[] = [];
  let newest = 0;

  function start(): void {
    for (let id = queue.next(); id !== null; id = queue.next()) {
      started.push(id);
      const untilMs = nowMs + (tookMs.get(id) ?? 0);
      running.set(id, { caller: callerOf.get(id) ?? '', untilMs, beganMs: nowMs });
    }
  }

  return {
    queue,
    running,
    started,
    now: () => nowMs,
    pass(ms: number): void {
      nowMs += ms;
      start();
    },
    caller: (id: number) => callerOf.get(id),
    add(caller: string, ms: number): number {
      newest += 1;
      tookMs.set(newest, ms);
      callerOf.set(newest, caller);
      if (!queue.add(newest, caller)) return -1;
      start();
      return newest;
    },
    join(id: number, caller: string): void {
      queue.join(id, caller);
      start();
    },
    /** Ends the job that is done first; false if none runs. */
    step(): boolean {
      const [first] = [...running].sort((a, b) => a[1].untilMs - b[1].untilMs);
      if (!first) return false;
      const [id, { untilMs }] = first;
      nowMs = untilMs;
      running.delete(id);
      queue.end(id);
      start();
      return true;
    },
    cancel(id: number): void {
      running.delete(id);
      queue.end(id);
      start();
    },
    held: (caller: string) => [...running.values()].filter((each) => each.caller === caller).length,
  };
}

const CALLERS = ['ana', 'ben', 'cleo', 'dan'];
const jobs = fc.array(
  fc.record({ caller: fc.constantFrom(...CALLERS), ms: fc.integer({ min: 1, max: 200 }) }),
  { minLength: 1, maxLength: 120 },
);

describe('turns that callers share', () => {
  it('are all given to a caller who is alone', () => {
    const { add, held } = createWorkshop();
    for (let index = 0; index < 10; index += 1) add('ana', 10);
    expect(held('ana')).toBe(4);
  });

  it('are all given to a caller a moment after others have left', () => {
    const shop = createWorkshop();
    shop.add('ben', 10);
    for (let index = 0; index < 10; index += 1) shop.add('ana', 1_000);
    expect(shop.held('ana')).toBe(1);
    shop.step();
    expect(shop.held('ana')).toBe(1);
    expect(shop.queue.isHeldBack()).toBe(true);
    shop.pass(RECENT_MS);
    expect(shop.held('ana')).toBe(4);
  });

  it('are given to each job once, in the order of arrival within a caller, and never to more at once', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 9 }), (given, turns) => {
        const shop = createWorkshop(turns);
        const ids = given.map(({ caller, ms }) => shop.add(caller, ms));
        while (shop.step()) {
          if (shop.queue.isHeldBack()) shop.pass(RECENT_MS);
          expect(shop.running.size).toBeLessThanOrEqual(turns);
        }
        expect(shop.started.toSorted((a, b) => a - b)).toEqual(ids);
        for (const name of CALLERS) {
          const own = shop.started.filter((id) => shop.caller(id) === name);
          expect(own).toEqual(own.toSorted((a, b) => a - b));
        }
        expect(shop.queue.size()).toBe(0);
      }),
    );
  });

  it('are never a quarter beyond one while others are here', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 4, max: 16 }), (given, turns) => {
        const shop = createWorkshop(turns);
        shop.add('greedy', 1_000_000);
        for (const { caller, ms } of given) shop.add(caller, ms);
        for (let index = 0; index < 50; index += 1) shop.add('greedy', 50);
        while (shop.running.size > 1) {
          expect(shop.held('greedy')).toBeLessThanOrEqual(Math.floor(turns / 4));
          for (const name of CALLERS) shop.add(name, 10);
          shop.step();
          if (shop.now() > 2_000) break;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('give at most a quarter of the time to one, from when the jobs end that it had while alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 20, maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        (greedyMs, ownMs) => {
          const shop = createWorkshop();
          for (const ms of [...greedyMs, ...greedyMs, ...greedyMs]) shop.add('greedy', ms);
          const drainedMs = Math.max(...[...shop.running.values()].map(({ untilMs }) => untilMs));
          // Somebody else asks for one thing after the other.
          let own = shop.add('ana', ownMs);
          let [greedyHeldMs, sinceMs] = [0, shop.now()];
          for (let index = 0; index < 40; index += 1) {
            const greedy = shop.held('greedy');
            if (!shop.step()) break;
            const passedMs = shop.now() - Math.max(sinceMs, drainedMs);
            if (passedMs > 0) greedyHeldMs += greedy * passedMs;
            sinceMs = shop.now();
            if (!shop.running.has(own)) own = shop.add('ana', ownMs);
          }
          const capacityMs = 4 * Math.max(0, sinceMs - drainedMs);
          expect(greedyHeldMs).toBeLessThanOrEqual(capacityMs / 4 + 1e-6);
        },
      ),
    );
  });

  it('make nobody wait for more than one job that runs already, however much another has queued', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 5 }), (greedyMs) => {
        const shop = createWorkshop();
        for (const ms of greedyMs) shop.add('greedy', ms);
        shop.step();
        const freeAtMs = Math.min(
          ...[...shop.running.values()].map(({ untilMs }) => untilMs),
          Number.MAX_SAFE_INTEGER,
        );
        const own = shop.add('ana', 1);
        while (!shop.started.includes(own)) shop.step();
        expect(shop.now()).toBeLessThanOrEqual(freeAtMs);
      }),
    );
  });
});

test('callers who always have more are given equal time, however long their jobs are', () => {
  const shop = createWorkshop(1);
  const lengths: Record<string, number> = { ana: 5, ben: 50, cleo: 200 };
  const totals: Record<string, number> = { ana: 0, ben: 0, cleo: 0 };
  for (const [name, ms] of Object.entries(lengths)) {
    for (let index = 0; index < 600; index += 1) shop.add(name, ms);
  }
  while (shop.now() < 8_000) {
    const [current] = [...shop.running.values()];
    if (current)
      totals[current.caller] = (totals[current.caller] ?? 0) + current.untilMs - current.beganMs;
    shop.step();
  }
  for (const total of Object.values(totals)) expect(Math.abs(total - 2_700)).toBeLessThan(400);
});

test('a caller who was away is not paid for the time', () => {
  const shop = createWorkshop(1);
  for (let index = 0; index < 100; index += 1) shop.add('ana', 10);
  while (shop.now() < 500) shop.step();
  for (let index = 0; index < 100; index += 1) shop.add('ben', 10);
  const before = shop.started.length;
  while (shop.started.length < before + 20) shop.step();
  const next = shop.started.slice(before).map((id) => shop.caller(id));
  expect(next.filter((name) => name === 'ana').length).toBeGreaterThanOrEqual(9);
});

test('a job that another caller asks for too starts in the earlier place, once, and both pay half', () => {
  const shop = createWorkshop(1);
  for (let index = 0; index < 50; index += 1) shop.add('greedy', 10);
  const shared = shop.add('greedy', 40);
  shop.join(shared, 'ana');
  shop.step();
  expect(shop.started.at(-1)).toBe(shared);
  // Half of 40 ms makes Ana wait for two jobs of 10 ms, more or less one.
  const own = shop.add('ana', 10);
  while (!shop.started.includes(own)) shop.step();
  expect(shop.started.indexOf(own) - shop.started.indexOf(shared)).toBeLessThanOrEqual(4);
  while (shop.step());
  expect(shop.started.filter((id) => id === shared)).toHaveLength(1);
});

test('a cancelled job leaves the queue, and its turn if it has one', () => {
  const shop = createWorkshop(1);
  const [first, second, third] = [shop.add('ana', 10), shop.add('ana', 10), shop.add('ana', 10)];
  shop.cancel(second);
  shop.cancel(first);
  expect(shop.started).toEqual([first, third]);
});

test('a paused job frees its turn, and continues before the other work of its caller', () => {
  const shop = createWorkshop(1);
  const [first, second, third] = [shop.add('ana', 10), shop.add('ana', 10), shop.add('ana', 10)];
  shop.queue.pause(first);
  expect(shop.queue.next()).toBe(second);
  shop.queue.resume(first);
  expect(shop.queue.next()).toBeNull();
  shop.queue.end(second);
  expect(shop.queue.next()).toBe(first);
  shop.queue.end(first);
  expect(shop.queue.next()).toBe(third);
});

test('the queue of a caller is bounded, that of others is not touched', () => {
  const shop = createWorkshop(1, 3);
  expect(['ana', 'ana', 'ana', 'ana'].map((name) => shop.add(name, 10)).includes(-1)).toBe(false);
  expect(shop.add('ana', 10)).toBe(-1);
  expect(shop.add('ben', 10)).toBeGreaterThan(0);
});
