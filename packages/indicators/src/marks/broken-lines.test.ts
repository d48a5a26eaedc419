import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bar,
  brokenLines,
  columnsFrom,
  computeMarks,
  computeStudy,
  DEFAULT_INPUTS,
} from '../index.ts';
import { arbitraryBars, arbitraryInputs, QUICK } from '../testing/arbitrary-bars.ts';

/** Bars with range 1 about each price, which is also their close. */
function barsAbout(prices: readonly number[]): Bar[] {
  return prices.map((close, time) => {
    return { time, open: close, high: close + 0.5, low: close - 0.5, close, volume: 1 };
  });
}

const brokenBy = (prices: readonly number[], side: 'buy' | 'sell') =>
  brokenLines(
    columnsFrom(barsAbout(prices)),
    { index: prices.length - 1, side },
    { ...DEFAULT_INPUTS, source: 'close' },
  );

const FLAT = Array<number>(120).fill(100);

describe('the lines that a bar broke', () => {
  it('are told with where they stood at the bar before and the price that broke them', () => {
    expect(brokenBy([...FLAT, 105], 'buy')).toEqual([
      { key: 'shortResistance', level: 100, price: 105 },
      { key: 'longResistance', level: 100, price: 105 },
    ]);
    expect(brokenBy([...FLAT, 95], 'sell')).toEqual([
      { key: 'shortSupport', level: 100, price: 95 },
      { key: 'longSupport', level: 100, price: 95 },
    ]);
  });

  it('are the short one alone where the long one was further away', () => {
    const prices = [...FLAT.slice(0, 60), 110, ...FLAT.slice(0, 50), 105];
    expect(brokenBy(prices, 'buy').map(({ key }) => key)).toEqual(['shortResistance']);
  });

  it('are none within the buffer, on the other side, and at the first bar', () => {
    expect(brokenBy([...FLAT, 100.25], 'buy')).toEqual([]);
    expect(brokenBy([...FLAT, 105], 'sell')).toEqual([]);
    expect(brokenBy([100], 'buy')).toEqual([]);
  });

  it('agree with every mark: a plain one broke the short line of its side, a strong one both', () => {
    let compared = 0;
    const market = arbitraryBars({ maxLength: 420, minLength: 60 });
    fc.assert(
      fc.property(market, arbitraryInputs, (bars, inputs) => {
        const columns = columnsFrom(bars);
        const levels = computeStudy('combo', columns, inputs);
        for (const mark of computeMarks(columns, inputs)) {
          const end = mark.side === 'buy' ? 'Resistance' : 'Support';
          const keys = mark.strong ? [`short${end}`, `long${end}`] : [`short${end}`];
          const lines = brokenLines(columns, mark, inputs);
          expect(lines.map(({ key }) => key)).toEqual(keys);
          for (const { key, level } of lines) expect(level).toBe(levels[key]?.[mark.index - 1]);
          compared += 1;
        }
      }),
      QUICK,
    );
    expect(compared).toBeGreaterThan(10);
  });
});
