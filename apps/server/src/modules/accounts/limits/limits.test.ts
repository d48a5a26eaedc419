import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameAddress, networkOf, subscriberOf } from '../../../http/network.ts';
import {
  countAttempt,
  type LockRule,
  type LockState,
  reserveInWindow,
  takeFromWindows,
  UNLOCKED,
} from './limiter.ts';
import { DEMO_LIMITS, LIMITS } from './limits.ts';

const windows = [
  { max: 1, windowMs: 60 },
  { max: 5, windowMs: 3_600 },
];

test('a window lets its number through and the next one when the first has left it', () => {
  let hits: readonly number[] = [];
  const take = (nowMs: number) => {
    const verdict = takeFromWindows(windows, hits, nowMs);
    hits = verdict.hits;
    return [verdict.isAllowed, verdict.retryAtMs];
  };
  expect(take(1_000)).toEqual([true, 1_000]);
  expect(take(1_059)).toEqual([false, 1_060]);
  for (const nowMs of [1_060, 1_120, 1_180, 1_240]) expect(take(nowMs)).toEqual([true, nowMs]);
  expect(take(1_300)).toEqual([false, 4_600]);
  expect(take(4_599)).toEqual([false, 4_600]);
  expect(take(4_600)).toEqual([true, 4_600]);
});

test('no window ever exceeds its maximum, and a refusal gives the time to retry', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), (steps) => {
      let hits: readonly number[] = [];
      let nowMs = 0;
      const passed: number[] = [];
      for (const step of steps) {
        nowMs += step;
        const verdict = takeFromWindows(windows, hits, nowMs);
        hits = verdict.hits;
        if (verdict.isAllowed) passed.push(nowMs);
        else expect(takeFromWindows(windows, hits, verdict.retryAtMs).isAllowed).toBe(true);
        for (const { max, windowMs } of windows) {
          const inside = passed.filter((atMs) => atMs > nowMs - windowMs);
          expect(inside.length).toBeLessThanOrEqual(max);
        }
      }
    }),
  );
});

test('reserved places and those taken at once never exceed the number of a window together, and those ahead leave one in each', () => {
  const window = { max: 3, windowMs: 100, isReservable: true } as const;
  const calls = fc.record({ step: fc.integer({ min: 0, max: 80 }), reserves: fc.boolean() });
  const apart = (moments: number[], count: number) => {
    const inOrder = moments.toSorted((a, b) => a - b);
    return inOrder.map(
      (atMs, index) => atMs - (inOrder[index - count] ?? Number.NEGATIVE_INFINITY),
    );
  };
  fc.assert(
    fc.property(fc.array(calls, { maxLength: 60 }), (steps) => {
      let hits: readonly number[] = [];
      let nowMs = 0;
      const atOnce: number[] = [];
      const ahead: number[] = [];
      for (const { step, reserves } of steps) {
        nowMs += step;
        const asked = takeFromWindows([window], hits, nowMs);
        const { hits: next, atMs } = reserves
          ? reserveInWindow(window, hits, nowMs)
          : { hits: asked.hits, atMs: nowMs };
        hits = next;
        if (reserves) expect(atMs === nowMs).toBe(asked.isAllowed);
        const isQuiet = atOnce.every((takenMs) => takenMs <= nowMs - 100);
        expect([isQuiet, asked.isAllowed]).not.toEqual([true, false]);
        if (atMs > nowMs) ahead.push(atMs);
        else if (asked.isAllowed) atOnce.push(nowMs);
      }
      for (const ms of apart([...atOnce, ...ahead], 3)) expect(ms).toBeGreaterThanOrEqual(100);
      for (const ms of apart(ahead, 2)) expect(ms).toBeGreaterThanOrEqual(100);
    }),
  );
});

const rule: LockRule = {
  failures: 3,
  withinMs: 100,
  firstWaitMs: 10,
  longestWaitMs: 25,
  forgetAfterMs: 1_000,
  afterLock: 'lock-again',
};

function play(lock: LockRule, moments: number[]): LockState {
  return moments.reduce((state, nowMs) => countAttempt(lock, state, nowMs).state, UNLOCKED);
}

test('failures spread wider than the period lock nothing', () => {
  expect(play(rule, [0, 50, 100, 150, 200]).lockedUntilMs).toBe(0);
});

test('after a lock every failure waits twice as long, up to the longest wait', () => {
  expect(play(rule, [0, 1, 2]).lockedUntilMs).toBe(12);
  expect(play(rule, [0, 1, 2, 12]).lockedUntilMs).toBe(32);
  expect(play(rule, [0, 1, 2, 12, 32]).lockedUntilMs).toBe(57);
});

test('an attempt while locked is not looked at and lengthens nothing', () => {
  const locked = play(rule, [0, 1, 2]);
  expect(countAttempt(rule, locked, 11)).toEqual({
    state: locked,
    isAllowed: false,
    isFirstLock: false,
  });
});

test('a `count-anew` lock needs all its failures again', () => {
  const anew: LockRule = { ...rule, afterLock: 'count-anew' };
  expect(play(anew, [0, 1, 2]).lockedUntilMs).toBe(12);
  expect(play(anew, [0, 1, 2, 12, 13]).lockedUntilMs).toBe(12);
  expect(play(anew, [0, 1, 2, 12, 13, 14]).lockedUntilMs).toBe(24);
});

const HOUR = 3_600_000;

test('C11: an hour lets 60 messages of a network through, 30 of an address, 20 to a foreign country and 20 registrations', () => {
  expect(LIMITS.sendFromNetwork).toEqual({ max: 60, windowMs: HOUR });
  expect(LIMITS.sendFromAddress).toEqual({ max: 30, windowMs: HOUR });
  expect(LIMITS.sendToOtherCountry).toEqual({ max: 20, windowMs: HOUR });
  expect(LIMITS.registerFromAddress).toEqual({ max: 20, windowMs: HOUR });
});

test('C5: an address fails to sign in 20 times in 15 minutes, in demo mode too', () => {
  for (const { signInOfAddress } of [LIMITS, DEMO_LIMITS]) {
    expect(signInOfAddress).toEqual({ max: 20, windowMs: HOUR / 4 });
  }
});

test('a clock that is set back makes no window longer', () => {
  const { hits } = takeFromWindows(windows, [], 2 * HOUR);
  expect(takeFromWindows(windows, hits, HOUR)).toMatchObject({ isAllowed: true, hits: [HOUR] });
  expect(takeFromWindows(windows, hits, 2 * HOUR - 10).isAllowed).toBe(false);
});

test.each(['lock-again', 'count-anew'] as const)(
  'a clock that is set back makes no lock longer (%s)',
  (afterLock) => {
    const own = { ...rule, afterLock };
    const locked = play(own, [2 * HOUR, 2 * HOUR + 1, 2 * HOUR + 2]);
    expect(countAttempt(own, locked, 2 * HOUR + 3).isAllowed).toBe(false);
    expect(countAttempt(own, locked, HOUR)).toMatchObject({
      isAllowed: true,
      state: { failures: [HOUR], lockedUntilMs: 0 },
    });
  },
);

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:DB8:1:2::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('%s stands in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:0001:0002:ffff:1:2:3', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s belongs to the subscriber %s', (address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber);
});

test.each([
  ['10.0.0.1', '::ffff:10.0.0.1', true],
  ['2001:DB8::1', '2001:db8:0:0::1', true],
  ['10.0.0.1', '10.0.0.10', false],
  ['2001:db8::1', '2001:db8::2', false],
  ['office', 'office', false],
])('%s and %s are one address: %s', (one, other, isSame) => {
  expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([isSame, isSame]);
});
