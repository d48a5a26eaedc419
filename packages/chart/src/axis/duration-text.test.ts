import { MINUTE_MS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [195, '3 h 15 min'],
  [120, '2 h'],
  [2 * 1_440 + 4 * 60 + 30, '2 d 4 h'],
  [-1_440, '1 d'],
  [16 * 1_440 + 300, '16 d'],
])('%d minutes are told as %s', (minutes, text) => {
  expect(durationText(minutes * MINUTE_MS)).toBe(text);
});
