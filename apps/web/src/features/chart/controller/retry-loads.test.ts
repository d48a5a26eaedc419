import type { LoadState } from '@moneytrail/chart';
import { expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { retryLoads } from './retry-loads.ts';

function failed(
  status: number,
  {
    part = 'first',
    retryAfterMs = null,
  }: { part?: 'first' | 'older'; retryAfterMs?: number | null } = {},
): LoadState {
  const cause = new ApiError('It failed.', { status, code: 'X', retryAfterMs });
  return { kind: 'failed', part, message: '', hasBars: false, cause };
}

/** A chart whose loads keep failing with a status. */
function setUp(status: number) {
  const clock = createFakeClock(0);
  const load = createValueStore<LoadState>({
    kind: 'first',
    startedAtMs: 0,
    hasBars: false,
    isRetry: false,
  });
  const tries: number[] = [];
  const retry = () => {
    tries.push(clock.now());
    load.set({ kind: 'first', startedAtMs: clock.now(), hasBars: false, isRetry: true });
    load.set(failed(status));
  };
  return { clock, load, tries, retrying: retryLoads({ clock, random: () => 0.5, load, retry }) };
}

it('repeats a failed load after growing pauses, though it failed after the server was back', async () => {
  const { clock, load, tries } = setUp(503);
  load.set(failed(503));
  await clock.advance(14_000);
  expect(tries).toEqual([2_000, 6_000, 14_000]);
  load.set({ kind: 'idle' });
  await clock.advance(120_000);
  expect(tries).toHaveLength(3);
});

it('repeats a failed load at once on request, and nothing that has not failed', async () => {
  const { load, tries, retrying } = setUp(0);
  retrying.retryNow();
  expect(tries).toEqual([]);
  load.set(failed(0));
  retrying.retryNow();
  expect(tries).toEqual([0]);
});

it('leaves a refusal alone, and ends', async () => {
  const { clock, load, tries, retrying } = setUp(403);
  load.set(failed(403));
  await clock.advance(60_000);
  expect(tries).toEqual([]);
  retrying.end();
  load.set(failed(503));
  await clock.advance(60_000);
  expect(tries).toEqual([]);
});

it.each(['first', 'older'] as const)(
  'asks again for a single failed page (%s) within seconds',
  async (part) => {
    const { clock, load, tries } = setUp(503);
    load.set(failed(500, { part }));
    await clock.advance(3_000);
    expect(tries).toEqual([2_000]);
  },
);

it('waits as long as a busy server asks, a minute at most', async () => {
  const { clock, load, tries } = setUp(503);
  load.set(failed(429, { retryAfterMs: 7_000 }));
  await clock.advance(7_000);
  expect(tries).toEqual([7_000]);
  load.set(failed(429, { retryAfterMs: 3_600_000 }));
  await clock.advance(60_000);
  expect(tries).toEqual([7_000, 67_000]);
});
