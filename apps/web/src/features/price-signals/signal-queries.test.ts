import { expect, test } from 'vitest';
import { refreshInMs } from './signal-queries.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MIDDLE = () => 0.5;
const HOUR_MS = 3_600_000;

test('a signal is read again 15 s ± 3 s after its next bar has closed', () => {
  const known = { time: NOW - 36 * HOUR_MS, nextClosesAt: NOW + 60_000 };
  expect(refreshInMs(known, NOW, MIDDLE)).toBe(75_000);
  expect(refreshInMs(known, NOW, () => 0)).toBe(72_000);
  expect(refreshInMs(known, NOW, () => 1)).toBe(78_000);
});

test('a distant close is polled hourly, because timers sleep with the machine', () => {
  expect(
    refreshInMs({ time: NOW - 36 * HOUR_MS, nextClosesAt: NOW + 60 * HOUR_MS }, NOW, MIDDLE),
  ).toBe(HOUR_MS);
});

test('an expired contract is read again hourly', () => {
  const known = { time: NOW - 36 * HOUR_MS, nextClosesAt: null };
  expect(refreshInMs(known, NOW, MIDDLE)).toBe(HOUR_MS);
});

test.each([
  ['nothing is known', undefined],
  ['the bar is late', { time: NOW - 36 * HOUR_MS, nextClosesAt: NOW - HOUR_MS }],
  ['there is no bar', { time: null, nextClosesAt: null }],
  [
    'the source had failed',
    { time: NOW - 36 * HOUR_MS, nextClosesAt: NOW + HOUR_MS, warning: 'FMP is not reached' },
  ],
])('if %s it is read again soon', (_case, known) => {
  expect(refreshInMs(known, NOW, MIDDLE)).toBe(30_000);
});
