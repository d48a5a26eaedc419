import { expect, test } from 'vitest';
import { scheduleText } from './schedule-text.ts';

test.each([
  [null, 'when needed'],
  ['* * * * *', 'every minute'],
  ['*/10 * * * *', 'every 10 min'],
  ['7 * * * *', 'hourly at :07'],
  ['40 1 * * *', 'daily at 01:40'],
  ['7 3 * * 0', 'Sundays at 03:07'],
  ['0 0 1 * *', '0 0 1 * *'],
  ['5,35 * * * *', '5,35 * * * *'],
])('the schedule %s reads "%s"', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text);
});
