import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../lib/testing/fake-clock.ts';
import { waitForQuiet } from './use-automatic-opening.ts';

let clock: FakeClock;
let isBusy: boolean;
let calls: number;
let wait: ReturnType<typeof waitForQuiet>;

beforeEach(() => {
  clock = createFakeClock(0);
  isBusy = false;
  calls = 0;
  wait = waitForQuiet({ clock, isBusy: () => isBusy }, { delayMs: 5_000, quietMs: 2_000 }, () => {
    calls += 1;
  });
});

test('calls once, after five seconds, if nothing happens', async () => {
  await clock.advance(4_999);
  expect(calls).toBe(0);
  await clock.advance(1);
  expect(calls).toBe(1);
  await clock.advance(60_000);
  expect(calls).toBe(1);
});

test('waits until nothing has happened for two seconds', async () => {
  await clock.advance(4_500);
  wait.noteActivity();
  await clock.advance(1_999);
  expect(calls).toBe(0);
  wait.noteActivity();
  await clock.advance(1_999);
  expect(calls).toBe(0);
  await clock.advance(1);
  expect(calls).toBe(1);
});

test('waits for two seconds after an overlay has closed, even without an event', async () => {
  isBusy = true;
  await clock.advance(30_000);
  isBusy = false;
  await clock.advance(1_700);
  expect(calls).toBe(0);
  await clock.advance(300);
  expect(calls).toBe(1);
});

test('never calls after being stopped', async () => {
  wait.stop();
  await clock.advance(60_000);
  expect(calls).toBe(0);
});
