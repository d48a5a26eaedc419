import { DAY_MS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { createDayHistory, type DayRow } from './day-history.ts';

const rowOf = (day: number): DayRow => ({
  dayMs: day * DAY_MS,
  open: day + 0.1,
  high: day + 0.4,
  low: day,
  close: day + 0.3,
  volume: day * 1_000,
});

test('given days are returned unchanged, and the rule continues them on demand', () => {
  const seen: (number | undefined)[] = [];
  const history = createDayHistory({
    rows: [rowOf(1), rowOf(2), rowOf(5)],
    next: (last) => {
      seen.push(last?.dayMs);
      return rowOf((last?.dayMs ?? 0) / DAY_MS + 1);
    },
  });
  expect([1, 2, 5].map((day) => history.on(day * DAY_MS))).toEqual([rowOf(1), rowOf(2), rowOf(5)]);
  expect(history.on(3 * DAY_MS)).toBeUndefined();
  expect(seen).toEqual([]);
  expect(history.on(1_000 * DAY_MS)).toEqual(rowOf(1_000));
  expect(seen).toHaveLength(995);
  expect(history.on(400 * DAY_MS)).toEqual(rowOf(400));
  expect(history.first()).toEqual(rowOf(1));
});

test('an expired instrument has no later days, and one that never trades has none', () => {
  const history = createDayHistory({
    rows: [],
    next: (last) => (last ? null : rowOf(7)),
  });
  expect(history.lastKnown(9 * DAY_MS)).toEqual(rowOf(7));
  expect(history.on(9 * DAY_MS)).toBeUndefined();
  expect(history.first()).toEqual(rowOf(7));
  const never = createDayHistory({ rows: [], next: () => null });
  expect([never.first(), never.on(DAY_MS), never.lastKnown(DAY_MS)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
