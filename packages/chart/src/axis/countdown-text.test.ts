import { expect, test } from 'vitest';
import { countdownText } from './countdown-text.ts';

test('the time left is told in minutes, hours or days, and nothing once it is over', () => {
  const texts = [59_001, 299_000, 11_099_000, 183_600_000, 0, -5].map(countdownText);
  expect(texts).toEqual(['01:00', '04:59', '3:04:59', '2d 03h', '', '']);
});
