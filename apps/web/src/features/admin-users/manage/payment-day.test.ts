import { lastPaidDay } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { firstDay, pickedDay, storedDay } from './payment-day.ts';

test('U7: a picked day is stored as the next one and gives access to the end of the one after', () => {
  expect(storedDay('2026-04-10')).toBe('2026-04-11');
  expect(lastPaidDay(storedDay('2026-04-10'))).toBe('2026-04-12');
  expect(storedDay('2026-12-31')).toBe('2027-01-01');
});

test('U7: opening and saving five times changes nothing', () => {
  let stored = '2028-02-29';
  for (let time = 0; time < 5; time += 1) stored = storedDay(pickedDay(stored));
  expect(stored).toBe('2028-02-29');
});

test('U7: the first day that can be picked is today in Johannesburg', () => {
  expect(firstDay(Date.parse('2026-03-01T21:59:59Z'))).toBe('2026-03-01');
  expect(firstDay(Date.parse('2026-03-01T22:00:00Z'))).toBe('2026-03-02');
});
