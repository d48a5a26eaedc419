import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Bar,
  brokenLines,
  columnsFrom,
  computeMarks,
  computeStudy,
  DEFAULT_INPUTS,
  FORMULA_VERSION,
  markId,
  type StudyInputs,
} from '../index.ts';
import { arbitraryBars, arbitraryInputs, QUICK } from '../testing/arbitrary-bars.ts';

/** Limits that the deployment of these bars never reaches. */
const NO_ZONE = { longInput: 3000, shortInput: -3000 };
/** Every deployment counts as long, so that only breakouts decide. */
const LONG_ALWAYS = { longInput: -2999, shortInput: -3000 };

const inputsWith = (inputs: Partial<StudyInputs>): StudyInputs => ({
  ...DEFAULT_INPUTS,
  ...inputs,
});

/** Bars of range 1 around each price, which is also their close. */
function barsAbout(prices: readonly number[]): Bar[] {
  return prices.map((close, time) => {
    return { time, open: close, high: close + 0.5, low: close - 0.5, close, volume: 1 };
  });
}

/** `count` bars at one price, then one that rises by `rise`. */
const riseAfter = (count: number, rise: number, price = 100) =>
  barsAbout([...Array<number>(count).fill(price), price + rise]);

const marksOf = (bars: readonly Bar[], inputs: Partial<StudyInputs>) =>
  computeMarks(columnsFrom(bars), inputsWith(inputs));

test('a breakout above both channels is one strong buy below the low, by half the average range', () => {
  const bars = riseAfter(150, 5);
  expect(marksOf(bars, LONG_ALWAYS)).toEqual([
    { index: 150, time: 150, side: 'buy', strong: true, price: 104, offset: 0.5 },
  ]);
});

test('a breakout below both channels is one strong sell above the high', () => {
  const bars = riseAfter(150, -5);
  expect(marksOf(bars, { longInput: 3000, shortInput: 2999 })).toEqual([
    { index: 150, time: 150, side: 'sell', strong: true, price: 96, offset: 0.5 },
  ]);
});

test('a breakout above only the short channel is not strong', () => {
  const prices = [...Array<number>(60).fill(100), 110, ...Array<number>(89).fill(100), 105];
  const marks = marksOf(barsAbout(prices), LONG_ALWAYS);
  expect(marks.map(({ index, strong }) => [index, strong])).toEqual([[150, false]]);
});

test('a breakout must exceed its line by more than a quarter of the average range', () => {
  expect(marksOf(riseAfter(150, 0.25), LONG_ALWAYS)).toEqual([]);
  expect(marksOf(riseAfter(150, 0.25 + 1e-8), LONG_ALWAYS)).toEqual([]);
  expect(marksOf(riseAfter(150, 0.25 + 1e-6), LONG_ALWAYS)).toHaveLength(1);
});

test('there is no signal outside the zones', () => {
  expect(marksOf(riseAfter(150, 5), NO_ZONE)).toEqual([]);
  expect(marksOf(riseAfter(150, -5), NO_ZONE)).toEqual([]);
});

test('a deployment within a millionth of its limit has reached it', () => {
  // Every bar closes this far above its middle, half of a range of 1; its deployment is 8000 times that.
  const shaped = (above: number) =>
    riseAfter(150, 5).map((bar) => ({ ...bar, close: bar.close + above }));
  const below = (missing: number) => (100 - missing) / 8000;
  const inputs = { source: 'open', longInput: 100 } as const;
  expect(marksOf(shaped(below(-1e-4)), inputs)).toHaveLength(1);
  expect(marksOf(shaped(below(5e-7)), inputs)).toHaveLength(1);
  expect(marksOf(shaped(below(1e-5)), inputs)).toEqual([]);
});

test('a run of breakouts makes one mark, and five bars without any allow the next one', () => {
  const flat = Array<number>(150).fill(100);
  const steps = [101, 102, 103, 103, 103, 103, 103, 104, 104, 104, 104, 104, 104, 105];
  const marks = marksOf(barsAbout([...flat, ...steps]), LONG_ALWAYS);
  // 103 at 152 is the last of the first run; 104 comes five bars later, 105 six bars after that.
  expect(marks.map(({ index }) => index)).toEqual([150, 163]);
});

describe('the offset', () => {
  test.each([
    [4999.5, 0.5],
    [5000, 0.75],
    [9999.5, 0.75],
    [10_000, 1],
  ])('for a close of %d is %d average ranges', (close, share) => {
    const [mark] = marksOf(riseAfter(150, 5, close - 5), LONG_ALWAYS);
    expect(mark).toMatchObject({ offset: share, price: close - 0.5 - share });
  });
});

test('the first bar with a possible mark depends only on the lengths', () => {
  const cases: [Partial<StudyInputs>, number][] = [
    [{ length: 90, comboShortRange: 20, comboLongRange: 100 }, 108],
    [{ length: 20, comboShortRange: 99, comboLongRange: 100 }, 104],
    [{ length: 20, comboShortRange: 20, comboLongRange: 120 }, 120],
  ];
  for (const [lengths, first] of cases) {
    const inputs = { ...lengths, ...LONG_ALWAYS };
    expect(marksOf(riseAfter(first - 1, 5), inputs)).toEqual([]);
    expect(marksOf(riseAfter(first, 5), inputs)).toHaveLength(1);
  }
});

test('a longer history changes no mark', () => {
  const tail = [101, 102, 100, 95, 94, 99, 104, 110];
  const marksAfter = (count: number) =>
    marksOf(barsAbout([...Array<number>(count).fill(100), ...tail]), LONG_ALWAYS).map((mark) => {
      return { ...mark, index: mark.index - count, time: mark.time - count };
    });
  expect(marksAfter(120)).not.toEqual([]);
  expect(marksAfter(1000)).toEqual(marksAfter(120));
});

const mark = {
  instrument: 'FMP:BTCUSD',
  resolution: '1D',
  time: 1_542_153_600_000,
  side: 'sell',
} as const;

test('the id of a mark is the FNV-1a hash of its fields', () => {
  expect(FORMULA_VERSION).toBe(1);
  expect(markId(mark)).toMatch(/^[0-9a-f]{16}$/);
  expect(markId({ ...mark })).toBe(markId(mark));
  expect(markId(mark)).toBe('ab846ee0500cb30c');
});

test('marks that differ in instrument, resolution, time or side have different ids', () => {
  const ids = [
    markId(mark),
    markId({ ...mark, instrument: 'FMP:ETHUSD' }),
    markId({ ...mark, resolution: '60' }),
    markId({ ...mark, time: mark.time + 1 }),
    markId({ ...mark, side: 'buy' }),
    // The parts are separated.
    markId({ ...mark, instrument: 'FMP:BTCUSD1', resolution: 'D' }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

const brokenBy = (prices: readonly number[], side: 'buy' | 'sell') =>
  brokenLines(
    columnsFrom(barsAbout(prices)),
    { index: prices.length - 1, side },
    { ...DEFAULT_INPUTS, source: 'close' },
  );

const FLAT = Array<number>(120).fill(100);

describe('the lines that a bar broke', () => {
  it('have their level at the previous bar and the price that broke them', () => {
    expect(brokenBy([...FLAT, 105], 'buy')).toEqual([
      { key: 'shortResistance', level: 100, price: 105 },
      { key: 'longResistance', level: 100, price: 105 },
    ]);
    expect(brokenBy([...FLAT, 95], 'sell')).toEqual([
      { key: 'shortSupport', level: 100, price: 95 },
      { key: 'longSupport', level: 100, price: 95 },
    ]);
  });

  it('are only the short one if the long one was further away', () => {
    const prices = [...FLAT.slice(0, 60), 110, ...FLAT.slice(0, 50), 105];
    expect(brokenBy(prices, 'buy').map(({ key }) => key)).toEqual(['shortResistance']);
  });

  it('do not exist within the buffer, on the other side, and at the first bar', () => {
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
