import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bar,
  type Columns,
  columnsFrom,
  computeMarks,
  computeStudy,
  createGrowingColumns,
  createMarks,
  DEFAULT_INPUTS,
  type SignalMark,
  type StudyInputs,
} from '../index.ts';
import { arbitraryBars, arbitraryInputs, QUICK } from '../testing/arbitrary-bars.ts';
import {
  beginningsOf,
  differences,
  everyLiveStudy,
  everyOutput,
  prefixOf,
} from '../testing/every-output.ts';
import { disagreements, EXACT, OUTPUT_TOLERANCES } from '../testing/tolerance.ts';

const market = arbitraryBars({ maxLength: 420, minLength: 60 });

const LEVEL_IDS = ['shortTermLevels', 'longTermLevels', 'combo'];

/** Marks without the place of their arrow. */
const signalsOf = (marks: readonly SignalMark[]) =>
  marks.map(({ time, side, strong }) => ({ time, side, strong }));

describe('in any market', () => {
  test('other units of prices and volumes give the same values and marks, and scale the levels', () => {
    fc.assert(
      fc.property(
        market,
        arbitraryInputs,
        fc.integer({ min: -4, max: 5 }),
        (bars, inputs, power) => {
          const unit = 10 ** power;
          const scaled = columnsFrom(bars.map((bar) => inUnit(bar, unit)));
          const columns = columnsFrom(bars);
          const got = everyOutput(scaled, inputs);
          for (const [index, { id, key, values }] of everyOutput(columns, inputs).entries()) {
            const tolerance = { ...(OUTPUT_TOLERANCES[key] ?? EXACT), relative: 1e-6 };
            const want = LEVEL_IDS.includes(id) ? values.map((level) => level * unit) : values;
            expect(disagreements(got[index]?.values ?? [], want, tolerance), key).toEqual([]);
          }
          const marks = computeMarks(columns, inputs);
          expect(signalsOf(computeMarks(scaled, inputs))).toEqual(signalsOf(marks));
        },
      ),
      QUICK,
    );
  });

  test('later bars change no value and no mark', () => {
    fc.assert(
      fc.property(
        market,
        arbitraryInputs,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (bars, inputs, share) => {
          const columns = columnsFrom(bars);
          const length = Math.floor(bars.length * share);
          const prefix = prefixOf(columns, length);
          const whole = everyOutput(columns, inputs);
          expect(differences(everyOutput(prefix, inputs), beginningsOf(whole, length))).toEqual([]);
          const marks = computeMarks(columns, inputs);
          expect(computeMarks(prefix, inputs)).toEqual(marks.filter(({ index }) => index < length));
        },
      ),
      QUICK,
    );
  });

  test('deployment stays within ±3000, long/short within ±100, tightness and spread at or above 0', () => {
    fc.assert(
      fc.property(market, arbitraryInputs, (bars, inputs) => {
        const columns = columnsFrom(bars);
        const { deployment } = computeStudy('deployment', columns, inputs);
        const { percentage } = computeStudy('longShortPercentage', columns, inputs);
        const { spread } = computeStudy('liquiditySpread', columns, inputs);
        const tightness = Object.values(computeStudy('tightness', columns, inputs));
        expect(deployment.some((value) => Math.abs(value) > 3000)).toBe(false);
        expect(percentage.some((value) => Math.abs(value) > 100)).toBe(false);
        for (const values of [spread, ...tightness]) {
          expect(values.some((value) => value < 0 || value === Number.POSITIVE_INFINITY)).toBe(
            false,
          );
        }
      }),
      QUICK,
    );
  });

  test('bars that all close at their high reach the caps exactly and never exceed them', () => {
    const bars = steadyBars(200).map((bar, index) => {
      return { ...bar, low: 9, high: 10, close: 10, volume: index % 7 ? 1 : 1e6 };
    });
    const inputs = { ...DEFAULT_INPUTS, length: 100 };
    const { deployment } = computeStudy('deployment', columnsFrom(bars), inputs);
    const { percentage } = computeStudy('longShortPercentage', columnsFrom(bars), inputs);
    expect([deployment.at(-1), percentage.at(-1)]).toEqual([3000, 100]);
  });

  test('mirroring prices at a constant changes the sign of deployment and turns buys into sells', () => {
    const sources = fc.constantFrom('close' as const, 'open' as const, 'hl2' as const);
    fc.assert(
      fc.property(market, arbitraryInputs, sources, (bars, someInputs, source) => {
        const inputs = { ...someInputs, source };
        const mirrored = {
          ...inputs,
          longInput: -inputs.shortInput,
          shortInput: -inputs.longInput,
        };
        const columns = columnsFrom(bars);
        const mirror = columnsFrom(bars.map((bar) => invertedAbout(80, bar)));
        const { deployment } = computeStudy('deployment', columns, inputs);
        const got = computeStudy('deployment', mirror, mirrored).deployment;
        const tolerance = { relative: 1e-9, floor: 1 };
        expect(
          disagreements(
            got,
            deployment.map((value) => -value),
            tolerance,
          ),
        ).toEqual([]);
        const swapped = computeMarks(mirror, mirrored).map((mark) => {
          return { ...mark, side: mark.side === 'buy' ? 'sell' : 'buy' } as const;
        });
        expect(signalsOf(swapped)).toEqual(signalsOf(computeMarks(columns, inputs)));
      }),
      QUICK,
    );
  });

  test('a shorter history has the same values and marks once they are defined', () => {
    fc.assert(
      fc.property(
        market,
        arbitraryInputs,
        fc.integer({ min: 1, max: 150 }),
        (bars, inputs, left) => {
          const columns = columnsFrom(bars);
          const shorter = columnsFrom(bars.slice(left));
          const late = everyOutput(shorter, inputs);
          for (const [index, { key, values }] of everyOutput(columns, inputs).entries()) {
            const got = late[index]?.values ?? new Float64Array();
            const warmUp = got.findIndex((value) => !Number.isNaN(value));
            if (warmUp < 0) continue;
            const tolerance = OUTPUT_TOLERANCES[key] ?? EXACT;
            expect(disagreements(got, values.subarray(left), tolerance, warmUp), key).toEqual([]);
          }
          const firstMark = left + firstMarkIndex(inputs);
          const marks = computeMarks(columns, inputs).filter(({ index }) => index >= firstMark);
          expect(signalsOf(computeMarks(shorter, inputs))).toEqual(signalsOf(marks));
        },
      ),
      QUICK,
    );
  });

  test('one huge volume leaves nothing behind once its window has passed', () => {
    const bars = steadyBars(400);
    const withSpike = bars.map((bar, index) => (index === 50 ? { ...bar, volume: 1e12 } : bar));
    const { deployment } = computeStudy('deployment', columnsFrom(bars), DEFAULT_INPUTS);
    const got = computeStudy('deployment', columnsFrom(withSpike), DEFAULT_INPUTS).deployment;
    expect(got.subarray(50 + 54)).toEqual(deployment.subarray(50 + 54));
    expect(got.subarray(0, 50)).toEqual(deployment.subarray(0, 50));
    expect(got[60]).not.toBe(deployment[60]);
  });
});

describe('live', () => {
  test('any sequence of changes and appends ends at the values of the whole series, bit by bit', () => {
    const steps = fc.array(fc.constantFrom('change', 'change', 'append', 'append unseen'), {
      minLength: 20,
      maxLength: 120,
      size: 'max',
    });
    fc.assert(
      fc.property(market, arbitraryInputs, steps, (bars, inputs, kinds) => {
        const start = Math.floor(bars.length / 2);
        const growing = createGrowingColumns(bars.slice(0, start));
        const live = everyLiveStudy(growing.columns(), inputs);
        for (const kind of kinds) {
          const count = growing.columns().length;
          const [final, next] = bars.slice(count - 1);
          if (!final || !next) break;
          if (kind === 'change') {
            growing.replaceLast({ ...next, time: final.time });
            live.lastBarChanged(growing.columns());
          } else {
            // The previous bar's final state arrives together with the append.
            growing.replaceLast(final);
            growing.append(next);
            if (kind === 'append') live.barAppended(growing.columns());
          }
        }
        live.barAppended(growing.columns());
        expect(differences(live.outputs(), everyOutput(growing.columns(), inputs))).toEqual([]);
      }),
      QUICK,
    );
  });

  test('marks of bars that close one by one or in groups equal those of the whole series', () => {
    const strides = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 100, size: 'max' });
    fc.assert(
      fc.property(market, arbitraryInputs, strides, (bars, inputs, counts) => {
        const columns = columnsFrom(bars);
        const live = createMarks(columns, 0, inputs);
        let closed = 0;
        for (const count of counts) {
          closed = Math.min(bars.length, closed + count);
          live.barClosed(columns, closed);
        }
        expect(live.marks).toEqual(computeMarks(columns, inputs, closed));
      }),
      QUICK,
    );
  });

  test('a forming bar makes no mark', () => {
    const bars = [...steadyBars(300), { ...breakout(300) }];
    const columns = columnsFrom(bars);
    const live = createMarks(columns, 300, DEFAULT_INPUTS);
    expect(live.marks).toEqual([]);
    live.barClosed(columns, 300);
    expect(live.marks).toEqual([]);
    expect(computeMarks(columns, DEFAULT_INPUTS, 300)).toEqual([]);
  });
});

describe('without anything to measure', () => {
  const flat = Array.from({ length: 700 }, (_, index): Bar => {
    return { time: index, open: 5, high: 5, low: 5, close: 5, volume: 10 };
  });

  test('a flat market has level lines, no deployment, no spread and no signal', () => {
    const columns = columnsFrom(flat);
    const last = lastValues(columns);
    expect(last).toMatchObject({
      'shortTermLevels.resistance': 5,
      'longTermLevels.support': 5,
      'tightness.longTerm': 0,
      'tightness.distanceToLongTermMin': 0,
      'deployment.deployment': 0,
      'longShortPercentage.percentage': 0,
      'liquiditySpread.spread': Number.NaN,
    });
    expect(computeMarks(columns, { ...DEFAULT_INPUTS, longInput: 0, shortInput: -1 })).toEqual([]);
  });

  test('a breakout after five bars without range is no signal, but suppresses later ones', () => {
    const steps = flat.slice(0, 300).map((bar, index) => {
      const price = index < 250 ? 5 : 5 + 0.01 * (index - 249);
      return { ...bar, open: price, high: price, low: price, close: price };
    });
    const inputs = { ...DEFAULT_INPUTS, longInput: 0, shortInput: -1 };
    expect(computeMarks(columnsFrom(steps), inputs)).toEqual([]);
    const wider = steps.map((bar, index) =>
      index === 252 ? { ...bar, low: bar.low - 0.001 } : bar,
    );
    expect(computeMarks(columnsFrom(wider), inputs)).toEqual([]);
  });

  test('without volume every bar weighs the same', () => {
    const bars = steadyBars(200);
    const weighed = columnsFrom(bars.map((bar) => ({ ...bar, volume: 7 })));
    const want = computeStudy('deployment', weighed, DEFAULT_INPUTS).deployment;
    for (const volume of [null, 0, -3]) {
      const columns = columnsFrom(bars.map((bar) => ({ ...bar, volume })));
      const got = computeStudy('deployment', columns, DEFAULT_INPUTS).deployment;
      expect(disagreements(got, want, { relative: 1e-12, floor: 1 })).toEqual([]);
    }
  });

  test('tightness and its distances are undefined in windows without a positive support', () => {
    const bars = steadyBars(900).map((bar, index) =>
      index === 100 ? { ...bar, open: 0, low: 0, close: 0 } : bar,
    );
    const { shortTerm, distanceToShortTermMin } = computeStudy(
      'tightness',
      columnsFrom(bars),
      DEFAULT_INPUTS,
    );
    const undefinedIn = (values: Float64Array) =>
      [...values.keys()].filter((at) => Number.isNaN(values[at]));
    expect(undefinedIn(shortTerm)).toEqual([...span(0, 19), ...span(100, 120)]);
    expect(undefinedIn(distanceToShortTermMin)).toEqual(span(0, 120 + 99));
  });
});

function inUnit(bar: Bar, unit: number): Bar {
  const { time, open, high, low, close, volume } = bar;
  return {
    time,
    open: open * unit,
    high: high * unit,
    low: low * unit,
    close: close * unit,
    volume: volume === null ? null : volume * 1e6,
  };
}

function invertedAbout(constant: number, { open, high, low, close, ...rest }: Bar): Bar {
  return {
    ...rest,
    open: constant - open,
    high: constant - low,
    low: constant - high,
    close: constant - close,
  };
}

function steadyBars(count: number): Bar[] {
  return Array.from({ length: count }, (_, index) => {
    const price = 10 + (index % 3) / 10;
    const close = price + ((index % 5) - 2) / 100;
    return {
      time: index,
      open: price,
      high: price + 0.1,
      low: price - 0.1,
      close,
      volume: 5 + (index % 4),
    };
  });
}

function breakout(index: number): Bar {
  return { time: index, open: 10, high: 20, low: 10, close: 20, volume: 1e6 };
}

/** By definition of a mark: deployment and its five quiet bars, the short channel and its five, the long channel. */
function firstMarkIndex({ length, comboShortRange, comboLongRange }: StudyInputs): number {
  return Math.max(length + 18, comboShortRange + 5, comboLongRange);
}

function lastValues(columns: Columns): Record<string, number> {
  return Object.fromEntries(
    everyOutput(columns, DEFAULT_INPUTS).map(({ id, key, values }) => [
      `${id}.${key}`,
      values.at(-1) ?? Number.NaN,
    ]),
  );
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
