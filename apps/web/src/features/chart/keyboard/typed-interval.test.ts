import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTypedInterval } from './typed-interval.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a half-typed interval is dropped three seconds after its last character', () => {
  const typed = createTypedInterval();
  typed.set({ text: '2', chart: 'BTCUSD 1D' });
  vi.advanceTimersByTime(2_900);
  typed.set({ text: '24', chart: 'BTCUSD 1D' });
  vi.advanceTimersByTime(2_900);
  expect(typed.get().text).toBe('24');
  vi.advanceTimersByTime(100);
  expect(typed.get().text).toBe('');
});

it('an interval typed after that gets three seconds of its own', () => {
  const typed = createTypedInterval();
  typed.set({ text: '7', chart: 'BTCUSD 1D' });
  vi.advanceTimersByTime(2_000);
  typed.clear();
  expect(typed.get().text).toBe('');
  typed.set({ text: '5', chart: 'BTCUSD 1D' });
  vi.advanceTimersByTime(2_000);
  expect(typed.get()).toEqual({ text: '5', chart: 'BTCUSD 1D' });
});
