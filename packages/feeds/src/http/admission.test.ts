import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryAdmission } from './admission.ts';

test('no period has more than 80 % of the limit, whenever calls are made', async () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), pauses, async (calls, pausesMs) => {
      let nowMs = 1_000_000;
      const admission = createMemoryAdmission({ now: () => nowMs });
      const limit = { name: 'default', calls, perMs: 60_000 };
      const callsAtMs: number[] = [];
      for (const pauseMs of pausesMs) {
        nowMs += pauseMs;
        const admitted = await admission.admit(limit, 'reader');
        if (admitted.kind === 'call') callsAtMs.push(nowMs);
      }
      const size = Math.max(1, Math.floor(calls * 0.8));
      for (const startMs of callsAtMs) {
        const within = callsAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + 60_000);
        expect(within.length).toBeLessThanOrEqual(size);
      }
    }),
  );
});

test('an exhausted limit states when a token is free, and takes none before', async () => {
  let nowMs = 0;
  const admission = createMemoryAdmission({ now: () => nowMs });
  const admit = () => admission.admit({ name: 'default', calls: 1, perMs: 60_000 }, 'reader');
  expect(await admit()).toEqual({ kind: 'call', isProbe: false });
  expect(await admit()).toEqual({ kind: 'wait', why: 'limit', ms: 60_000 });
  nowMs = 20_000;
  expect(await admit()).toMatchObject({ ms: 40_000 });
  nowMs = 60_000;
  expect(await admit()).toMatchObject({ kind: 'call' });
});

test('background work leaves a quarter of the limit to readers', async () => {
  const admission = createMemoryAdmission({ now: () => 0 });
  const limit = { name: 'default', calls: 50, perMs: 60_000 };
  const count = async (priority: 'reader' | 'background') => {
    let admitted = 0;
    while ((await admission.admit(limit, priority)).kind === 'call') admitted += 1;
    return admitted;
  };
  expect(await count('background')).toBe(30);
  expect(await count('reader')).toBe(10);
});

test('after 12 s without an outcome another process may probe', async () => {
  let nowMs = 1_000_000;
  const admission = createMemoryAdmission({ now: () => nowMs });
  const admit = () => admission.admit({ name: 'default', calls: 100, perMs: 1_000 }, 'reader');
  for (let call = 0; call < 10; call++) {
    await admission.record({ isProbe: false, isFailure: true, restMs: null });
  }
  expect(await admit()).toEqual({ kind: 'wait', why: 'open', ms: 15_000 });
  nowMs += 15_000;
  expect(await admit()).toEqual({ kind: 'call', isProbe: true });
  expect(await admit()).toEqual({ kind: 'wait', why: 'open', ms: 12_000 });
  nowMs += 12_000;
  expect(await admit()).toEqual({ kind: 'call', isProbe: true });
});

test('connections of a stream are admitted by their limit alone, also while the breaker is open', async () => {
  let nowMs = 1_000_000;
  const admission = createMemoryAdmission({ now: () => nowMs });
  const limit = { name: 'connections', calls: 2, perMs: 60_000, isStream: true } as const;
  for (let call = 0; call < 10; call++) {
    await admission.record({ isProbe: false, isFailure: true, restMs: null });
  }
  nowMs += 15_000;
  expect(await admission.admit(limit, 'reader')).toEqual({ kind: 'call', isProbe: false });
  expect(await admission.admit(limit, 'reader')).toMatchObject({ kind: 'wait', why: 'limit' });
});
