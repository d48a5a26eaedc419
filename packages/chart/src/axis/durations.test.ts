import { MINUTE_MS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { countdownText, durationText } from './durations.ts';

test('the time left is shown in minutes, hours or days, and is empty once it is over', () => {
  const texts = [59_001, 299_000, 11_099_000, 183_600_000, 0, -5].map(countdownText);
  expect(texts).toEqual(['01:00', '04:59', '3:04:59', '2d 03h', '', '']);
});

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [195, '3 h 15 min'],
  [120, '2 h'],
  [2 * 1_440 + 4 * 60 + 30, '2 d 4 h'],
  [-1_440, '1 d'],
  [16 * 1_440 + 300, '16 d'],
])('%d minutes are written as %s', (minutes, text) => {
  expect(durationText(minutes * MINUTE_MS)).toBe(text);
});
