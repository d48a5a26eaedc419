import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { columnsFrom } from '@moneytrail/indicators';
import { describe, expect, test } from 'vitest';
import { gapBefore, isAfterPause, missedTicks, noteSeen, wicksOf } from './missed-minutes.ts';

const START = Date.UTC(2026, 0, 5, 10);
const at = (minute: number, second = 0) => START + minute * MINUTE_MS + second * SECOND_MS;

/** Minutes from 10:00 on, each as low, high and close. */
const minutesOf = (...bars: (readonly [low: number, high: number, close: number])[]) =>
  columnsFrom(
    bars.map(([low, high, close], index) => ({
      time: at(index),
      open: close,
      high,
      low,
      close,
      volume: 1,
    })),
  );

const last = { timeMs: at(0, 30), price: 100, high: 102, low: 99 };

describe('a pause', () => {
  test('of twenty seconds may hide a minute, and any before the first tick of a process', () => {
    expect(isAfterPause(last, { timeMs: at(0, 59) }, false)).toBe(false);
    expect(isAfterPause(last, { timeMs: at(1, 5) }, false)).toBe(true);
    const late = { ...last, timeMs: at(0, 50) };
    expect(isAfterPause(late, { timeMs: at(1, 5) }, false)).toBe(false);
    expect(isAfterPause(late, { timeMs: at(1, 5) }, true)).toBe(true);
  });
});

describe('missed minutes', () => {
  test('follow the last price in order, and end before the tick', () => {
    const minutes = minutesOf([99, 102, 101], [100, 105, 103], [103, 104, 104]);
    expect(missedTicks(last, minutes, at(2, 10))).toEqual([
      { timeMs: at(1) - 1, price: 101, high: 101, low: 101 },
      { timeMs: at(2) - 1, price: 103, high: 105, low: 100 },
    ]);
  });

  test('of the minute that was partly seen, only extremes beyond those seen are new', () => {
    const [own] = missedTicks(last, minutesOf([98, 102, 101]), at(1, 10));
    expect(own).toMatchObject({ price: 101, high: 101, low: 98 });
  });
});

describe('a gap', () => {
  const tick = { timeMs: at(1, 20), price: 101 };

  test('begins with the extremes that were seen, and ends with the minute of the tick', () => {
    expect(gapBefore(tick, last, { fromMs: at(0), sinceMs: last.timeMs })).toEqual({
      fromMs: at(0),
      toMs: at(2),
      before: null,
      high: 102,
      low: 99,
      sinceMs: at(0, 30),
      untilMs: at(1, 20),
    });
    expect(gapBefore(tick, last, { fromMs: at(1), sinceMs: last.timeMs })).toMatchObject({
      before: 100,
      high: 101,
      low: 100,
    });
  });

  test('counts what later ticks show as seen, until its minutes are over', () => {
    const gap = gapBefore(tick, last, { fromMs: at(1), sinceMs: last.timeMs });
    noteSeen([gap], { timeMs: at(1, 40), high: 103, low: 98 });
    noteSeen([gap], { timeMs: at(2), high: 110, low: 90 });
    expect(gap).toMatchObject({ high: 103, low: 98 });
  });

  test('has a wick for each extreme that no tick has shown, from the price before it and back', () => {
    const gap = { ...gapBefore(tick, last, { fromMs: at(0), sinceMs: last.timeMs }) };
    expect(wicksOf(gap, minutesOf([99, 102, 100], [99, 102, 101]))).toEqual([]);
    expect(wicksOf(gap, minutesOf([97, 106, 100], [99, 104, 101], [0, 200, 100]))).toEqual([
      { timeMs: at(1) - 1, seen: 102, path: [102, 106, 100] },
      { timeMs: at(1) - 1, seen: 99, path: [99, 97, 100] },
      { timeMs: at(2) - 1, seen: 102, path: [100, 104, 102] },
    ]);
  });
});
