import type { LoadState } from '@moneytrail/chart';
import { expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { createToldLoad } from './told-load.ts';

function failed(status: number, part: 'first' | 'older' = 'first'): LoadState {
  const cause = new ApiError('It failed.', { status, code: 'X' });
  return { kind: 'failed', part, message: '', hasBars: false, cause };
}

function first(startedAtMs: number, isRetry = false): LoadState {
  return { kind: 'first', startedAtMs, hasBars: false, isRetry };
}

function setUp() {
  const clock = createFakeClock(0);
  const load = createValueStore<LoadState>(first(0));
  return { clock, load, told: createToldLoad({ clock, load }) };
}

it('a page that a busy server refuses once is still loading, and is never told as a failure', async () => {
  const { clock, load, told } = setUp();
  const kinds = new Set<string>();
  told.subscribe(() => kinds.add(told.get().kind));
  await clock.advance(3_000);
  load.set(failed(503));
  await clock.advance(2_000);
  load.set(first(5_000, true));
  expect(told.get()).toEqual(first(0, true));
  load.set({ kind: 'idle' });
  load.set({ kind: 'older' });
  load.set(failed(503, 'older'));
  expect(told.get()).toEqual({ kind: 'older' });
  await clock.advance(2_000);
  load.set({ kind: 'older' });
  load.set({ kind: 'idle' });
  await clock.advance(60_000);
  expect([...kinds].sort()).toEqual(['first', 'idle', 'older']);
});

it.each(['first', 'older'] as const)(
  'a failure (%s) is told once it has lasted for 15 s, its retries included',
  async (part) => {
    const { clock, load, told } = setUp();
    load.set(failed(503, part));
    await clock.advance(10_000);
    load.set(part === 'first' ? first(10_000, true) : { kind: 'older' });
    await clock.advance(2_000);
    load.set(failed(503, part));
    await clock.advance(2_999);
    expect(told.get().kind).toBe(part);
    await clock.advance(1);
    expect(told.get()).toBe(load.get());
  },
);

it('a refusal and a missing network are told at once', () => {
  for (const status of [403, 404, 0]) {
    const { load, told } = setUp();
    load.set(failed(status));
    expect(told.get()).toBe(load.get());
  }
});

it('another chart is not blamed for the failure of the former one', async () => {
  const { clock, load, told } = setUp();
  load.set(failed(503));
  await clock.advance(14_000);
  load.set(first(14_000));
  load.set(failed(503));
  await clock.advance(14_000);
  expect(told.get()).toEqual(first(14_000, true));
});
