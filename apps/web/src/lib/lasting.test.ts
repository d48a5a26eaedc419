import { expect, test } from 'vitest';
import { createLasting } from './lasting.ts';
import { createFakeClock } from './testing/fake-clock.ts';

test('a condition counts once it has held for the whole time, and no longer than it holds', async () => {
  const clock = createFakeClock(0);
  const lasting = createLasting(clock, 15_000);
  lasting.set(true);
  await clock.advance(10_000);
  lasting.set(true);
  await clock.advance(4_999);
  expect(lasting.get()).toBe(false);
  await clock.advance(1);
  expect(lasting.get()).toBe(true);
  lasting.set(false);
  expect(lasting.get()).toBe(false);
});

test('a break starts the time anew', async () => {
  const clock = createFakeClock(0);
  const lasting = createLasting(clock, 15_000);
  lasting.set(true);
  await clock.advance(14_000);
  lasting.set(false);
  lasting.set(true);
  await clock.advance(14_000);
  expect(lasting.get()).toBe(false);
});
