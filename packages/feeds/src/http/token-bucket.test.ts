import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

test('no stretch of time holds more than 80 % of the limit, whenever the calls come', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), pauses, (limit, pausesMs) => {
      let nowMs = 1_000_000;
      const bucket = createTokenBucket({ now: () => nowMs }, { calls: limit, perMs: 60_000 });
      const callsAtMs: number[] = [];
      for (const pauseMs of pausesMs) {
        nowMs += pauseMs;
        if (bucket.take() === 0) callsAtMs.push(nowMs);
      }
      const size = Math.max(1, Math.floor(limit * 0.8));
      for (const startMs of callsAtMs) {
        const within = callsAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + 60_000);
        expect(within.length).toBeLessThanOrEqual(size);
      }
    }),
  );
});

test('an empty bucket says when there will be a token, and takes none before', () => {
  let nowMs = 0;
  const bucket = createTokenBucket({ now: () => nowMs }, { calls: 1, perMs: 60_000 });
  expect(bucket.take()).toBe(0);
  expect(bucket.take()).toBe(60_000);
  nowMs = 20_000;
  expect(bucket.take()).toBe(40_000);
  nowMs = 60_000;
  expect(bucket.take()).toBe(0);
});
