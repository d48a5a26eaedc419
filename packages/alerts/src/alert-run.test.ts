import { MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import type { AlertCondition, AlertDefinition, AlertTrigger } from '@moneytrail/contract';
import { columnsFrom, DEFAULT_INPUTS } from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAlertRun, NEW_MEMORY } from './alert-run.ts';
import { barsBetween, surelyUncountableMs } from './figure.ts';
import { pastFirings } from './past-firings.ts';
import { studyValues } from './studies.ts';
import { makeAlert } from './testing/make-alert.ts';

const hours = MARKET_HOURS.crypto;
const START = Date.UTC(2026, 0, 5, 10);

const price = (is: 'crosses' | 'crossesUp' | 'crossesDown' | 'above' | 'below', value: number) =>
  ({ kind: 'price', is, value }) as const;

function alertOn(
  conditions: AlertCondition[],
  trigger: AlertTrigger = { kind: 'oncePerBar' },
  more: Partial<AlertDefinition> = {},
) {
  return makeAlert({ resolution: '5', conditions, trigger, ...more });
}

type Tick = { atMs: number; price: number; high?: number; low?: number };

const barOf = (timeMs: number) => Math.floor(timeMs / (5 * MINUTE_MS)) * 5 * MINUTE_MS;

/** The firings of ticks, without closed bars. */
function run(definition: AlertDefinition, ticks: readonly Tick[]) {
  const alert = createAlertRun({ definition, hours });
  let before: Tick | null = null;
  return ticks.flatMap((tick) => {
    const fired = alert.priceMoved({
      timeMs: tick.atMs,
      fromBarTime: barOf((before ?? tick).atMs),
      barTime: barOf(tick.atMs),
      closed: 0,
      move: {
        from: before?.price ?? null,
        price: tick.price,
        high: tick.high ?? tick.price,
        low: tick.low ?? tick.price,
      },
    });
    before = tick;
    return fired ? [fired.timeMs - START] : [];
  });
}

const at = (...prices: number[]): Tick[] =>
  prices.map((each, index) => ({ atMs: START + index * 1_000, price: each }));

describe('a price', () => {
  test('crosses a value when it reaches it, and not again when it goes on', () => {
    expect(
      run(
        alertOn([price('crossesUp', 10)], { kind: 'atMostEvery', minutes: 1 }),
        at(9, 10, 11, 12),
      ),
    ).toEqual([1_000]);
    expect(run(alertOn([price('crosses', 10)]), at(9, 10, 11))).toEqual([1_000]);
    expect(run(alertOn([price('crossesDown', 10)]), at(11, 10, 9))).toEqual([1_000]);
  });

  test('that stands at the value and leaves it does not cross it', () => {
    expect(run(alertOn([price('crosses', 10)]), at(10, 11, 12))).toEqual([]);
  });

  test('that is already beyond the value waits for a crossing; above holds at once', () => {
    expect(run(alertOn([price('crossesUp', 10)]), at(11, 12, 13))).toEqual([]);
    expect(run(alertOn([price('above', 10)], { kind: 'once' }), at(11, 12, 13))).toEqual([0]);
  });

  test('passes a value within one poll and comes back: the alert fires once, and not at later looks', () => {
    const ticks = [
      { atMs: START, price: 9 },
      { atMs: START + 1_000, price: 9.5, high: 10.5, low: 9 },
      { atMs: START + 2_000, price: 9.4, high: 9.5, low: 9.4 },
    ];
    for (const is of ['crosses', 'crossesUp', 'crossesDown'] as const) {
      expect(run(alertOn([price(is, 10)]), ticks)).toEqual([1_000]);
    }
  });

  test('enters and leaves a range, and jumps over it', () => {
    const range = { kind: 'channel', low: 10, high: 20 } as const;
    const often = { kind: 'atMostEvery', minutes: 1 } as const;
    const minutes = (...prices: number[]) =>
      prices.map((each, index) => ({ atMs: START + index * MINUTE_MS, price: each }));
    expect(run(alertOn([{ ...range, price: 'enters' }], often), minutes(5, 12, 15, 25, 5))).toEqual(
      [MINUTE_MS, 4 * MINUTE_MS],
    );
    expect(run(alertOn([{ ...range, price: 'leaves' }], often), minutes(5, 12, 15, 25, 5))).toEqual(
      [3 * MINUTE_MS, 4 * MINUTE_MS],
    );
  });
});

describe('an alert', () => {
  const up = [price('crossesUp', 10)];
  const zigzag = [9, 11, 9, 11, 9, 11].map((each, index) => ({
    atMs: START + index * 2 * MINUTE_MS,
    price: each,
  }));

  test('fires once, once a bar, or at most every few minutes', () => {
    const minutes = (definition: AlertDefinition) =>
      run(definition, zigzag).map((ms) => ms / MINUTE_MS);
    expect(minutes(alertOn(up, { kind: 'once' }))).toEqual([2]);
    expect(minutes(alertOn(up, { kind: 'oncePerBar' }))).toEqual([2, 6, 10]);
    expect(minutes(alertOn(up, { kind: 'atMostEvery', minutes: 5 }))).toEqual([2, 10]);
  });

  test('ends at its date, and keeps to its hours on the exchange’s clock', () => {
    const until = alertOn(up, { kind: 'oncePerBar' }, { untilMs: START + 6 * MINUTE_MS });
    expect(run(until, zigzag)).toEqual([2 * MINUTE_MS]);
    const early = alertOn(up, { kind: 'oncePerBar' }, { hours: { from: 605, to: 608 } });
    expect(run(early, zigzag)).toEqual([6 * MINUTE_MS]);
    const overMidnight = alertOn(up, { kind: 'oncePerBar' }, { hours: { from: 608, to: 604 } });
    expect(run(overMidnight, zigzag)).toEqual([2 * MINUTE_MS, 10 * MINUTE_MS]);
  });

  test('joins conditions within one bar', () => {
    const both = alertOn([price('crossesUp', 10), price('crossesUp', 12)]);
    expect(run(both, at(9, 11, 13))).toEqual([2_000]);
    const apart = [
      { atMs: START, price: 9 },
      { atMs: START + MINUTE_MS, price: 11 },
      { atMs: START + 6 * MINUTE_MS, price: 13 },
    ];
    expect(run(both, apart)).toEqual([]);
  });

  test('waits for one condition after the other, within some bars', () => {
    const joined = { kind: 'then', bars: 1 } as const;
    const then = alertOn([price('crossesUp', 12), price('crossesDown', 10)], undefined, { joined });
    const after = (minutes: number) => [
      { atMs: START, price: 11 },
      { atMs: START + MINUTE_MS, price: 13 },
      { atMs: START + minutes * MINUTE_MS, price: 9 },
    ];
    expect(run(then, after(2))).toEqual([2 * MINUTE_MS]);
    expect(run(then, after(9))).toEqual([9 * MINUTE_MS]);
    expect(run(then, after(10))).toEqual([]);
    expect(run(then, at(13, 9, 13))).toEqual([]);
  });

  test('goes on from what it remembers', () => {
    const definition = alertOn(up, { kind: 'once' });
    const first = createAlertRun({ definition, hours });
    const tick = (from: number | null, to: number, second: number) => ({
      timeMs: START + second * 1_000,
      fromBarTime: START,
      barTime: START,
      closed: 0,
      move: { from, price: to, high: to, low: to },
    });
    expect(first.priceMoved(tick(9, 11, 1))).not.toBeNull();
    const second = createAlertRun({ definition, hours }, JSON.parse(JSON.stringify(first.memory)));
    expect(second.priceMoved(tick(9, 11, 2))).toBeNull();
    expect(
      createAlertRun({ definition, hours }, NEW_MEMORY).priceMoved(tick(9, 11, 2)),
    ).not.toBeNull();
  });
});

/** Bars of five minutes from their closes; a bar spans from the close before to its own. */
function barsOf(closes: readonly number[], volumes: readonly number[] = []) {
  return columnsFrom(
    closes.map((close, index) => {
      const open = closes[index - 1] ?? close;
      return {
        time: START + index * 5 * MINUTE_MS,
        open,
        high: Math.max(open, close),
        low: Math.min(open, close),
        close,
        volume: volumes[index] ?? 1,
      };
    }),
  );
}

const barsFired = (definition: AlertDefinition, columns = barsOf([])) =>
  pastFirings({ definition, hours }, columns).map(
    ({ barTime }) => (barTime - START) / (5 * MINUTE_MS),
  );

describe('over closed bars', () => {
  test('an alert at the close looks at closes alone', () => {
    const columns = barsOf([9, 9, 11, 12, 9]);
    columns.high[1] = 15;
    expect(barsFired(alertOn([price('crossesUp', 10)], { kind: 'barClose' }), columns)).toEqual([
      2,
    ]);
    expect(barsFired(alertOn([price('crossesUp', 10)]), columns)).toEqual([1, 2]);
  });

  test('a move counts from any close of the bars before', () => {
    const move = { kind: 'move', direction: 'down', size: 10, unit: 'percent', bars: 3 } as const;
    const falling = barsOf([100, 97, 94, 90, 89, 88]);
    expect(barsFired(alertOn([move], { kind: 'barClose' }), falling)).toEqual([3]);
    expect(
      barsFired(alertOn([{ ...move, direction: 'up' }], { kind: 'barClose' }), falling),
    ).toEqual([]);
    expect(barsFired(alertOn([{ ...move, unit: 'price', size: 8 }]), falling)).toEqual([3, 4]);
  });

  test('volume is compared with the bars before; absent volume is not high', () => {
    const volume = { kind: 'volume', times: 2, bars: 2 } as const;
    const closes = [1, 1, 1, 1, 1];
    expect(barsFired(alertOn([volume]), barsOf(closes, [1, 1, 5, 1, 6]))).toEqual([2]);
    expect(barsFired(alertOn([volume]), barsOf(closes, [1, 1, Number.NaN, 1, 6]))).toEqual([]);
  });

  test('a broken level is the one before the bar that breaks it', () => {
    const closes = Array.from({ length: 30 }, (_, index) => 100 + (index % 5));
    const columns = barsOf([...closes, 106, 107, 100]);
    const level = { kind: 'level', level: 'shortTermResistance', inputs: {} } as const;
    expect(
      barsFired(alertOn([{ ...level, event: 'broken' }], { kind: 'barClose' }), columns),
    ).toEqual([30, 31]);
    expect(
      barsFired(alertOn([{ ...level, event: 'moved' }], { kind: 'barClose' }), columns),
    ).toEqual([30, 31]);
  });

  test('a study crosses a value only where it is defined', () => {
    const closes = Array.from({ length: 60 }, (_, index) => 100 + 10 * Math.sin(index / 4));
    const study = {
      kind: 'study',
      study: 'shortTermLevels',
      output: 'resistance',
      inputs: { shortTermLength: 10 },
      is: 'crossesUp',
      than: { value: 109 },
    } as const;
    const fired = barsFired(alertOn([study], { kind: 'barClose' }), barsOf(closes));
    expect(fired.length).toBeGreaterThan(0);
    expect(Math.min(...fired)).toBeGreaterThan(9);
  });

  test('a level of a study is crossed by the closes of the same bars', () => {
    const closes = [...Array.from({ length: 30 }, () => 100), 99, 105, 106, 98, 97];
    const low = {
      kind: 'study',
      study: 'shortTermLevels',
      output: 'support',
      inputs: { shortTermLength: 5 },
      than: { price: 'close' },
    } as const;
    const bars = barsOf(closes);
    const fired = (is: 'below' | 'above') =>
      barsFired(alertOn([{ ...low, is }], { kind: 'barClose' }), bars);
    const support = (index: number) => Math.min(...bars.close.slice(index - 4, index + 1));
    const isBelow = (index: number) => support(index) < (bars.close[index] ?? Number.NaN);
    const expected = closes
      .map((_, index) => index)
      .filter((index) => index >= 5 && isBelow(index));
    expect(expected).toContain(31);
    expect(fired('below')).toEqual(expected);
    expect(fired('above')).toEqual([]);
  });

  test('a sloped line has one price a bar, and ends where it ends', () => {
    const figure = {
      lines: [
        {
          from: { timeMs: START, price: 100 },
          to: { timeMs: START + 10 * 5 * MINUTE_MS, price: 110 },
        },
      ],
      isLogarithmic: false,
      fromMs: START,
      untilMs: START + 10 * 5 * MINUTE_MS,
    };
    const line = { kind: 'drawing', drawing: 'd1', layout: null, figure } as const;
    const crosses = alertOn([{ ...line, price: 'crossesUp' }], { kind: 'barClose' });
    // The line stands at 103 in the bar with 103.5, and has ended in the last two.
    expect(
      barsFired(crosses, barsOf([99, 99, 99, 103.5, 90, 90, 90, 90, 90, 90, 90, 90, 200])),
    ).toEqual([3]);
  });

  test('nothing repaints: the firings over some bars are those of more bars, cut', () => {
    const conditions: AlertCondition[] = [
      price('crosses', 100),
      { kind: 'signal', side: 'any', isStrongOnly: false },
      { kind: 'level', level: 'shortTermSupport', event: 'broken', inputs: {} },
      { kind: 'move', direction: 'either', size: 1, unit: 'percent', bars: 4 },
    ];
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 150, maxLength: 220 }),
        fc.nat(149),
        fc.constantFrom(...conditions),
        (steps, cut, condition) => {
          let last = 100;
          const closes = steps.map((change) => (last = Math.max(1, last + change)));
          const definition = alertOn([condition], { kind: 'barClose' });
          const whole = barsFired(definition, barsOf(closes));
          expect(barsFired(definition, barsOf(closes.slice(0, cut)))).toEqual(
            whole.filter((bar) => bar < cut),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('random ticks fire as a naive reading of every price between them does', () => {
  const values = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(values, values, values), { maxLength: 30 }),
      fc.constantFrom('crossesUp' as const, 'crossesDown' as const),
      (moves, is) => {
        const ticks = moves.map(([last, one, other], index) => ({
          atMs: START + index * 5 * MINUTE_MS,
          price: last,
          high: Math.max(last, one, other),
          low: Math.min(last, one, other),
        }));
        // Some order of the extremes between two prices that crosses is enough only if every order does.
        const expected = ticks.flatMap((tick, index) => {
          const before = ticks[index - 1];
          if (!before) return [];
          const paths = [
            [before.price, tick.high, tick.low, tick.price],
            [before.price, tick.low, tick.high, tick.price],
          ];
          const sign = is === 'crossesUp' ? 1 : -1;
          const crosses = (path: number[]) =>
            path.some((value, at) => {
              const earlier = path[at - 1];
              return earlier !== undefined && sign * earlier < sign * 6 && sign * value >= sign * 6;
            });
          const certain = paths.every(crosses);
          return certain ? [tick.atMs - START] : [];
        });
        expect(run(alertOn([price(is, 6)]), ticks)).toEqual(expected);
      },
    ),
  );
});

test('alerts on the same bars share what studies say of them', () => {
  const bars = Array.from({ length: 30 }, (_, index) => {
    const price = 100 + (index % 7);
    return { time: index, open: price, high: price, low: price, close: price, volume: 1 };
  });
  const columns = columnsFrom(bars);
  const studies = studyValues(columns, { hours, resolution: '1' });
  const support = (inputs = DEFAULT_INPUTS) => studies.output('shortTermLevels', 'support', inputs);
  const first = support();
  expect(support({ ...DEFAULT_INPUTS })).toBe(first);
  expect(studies.output('shortTermLevels', 'resistance', DEFAULT_INPUTS)).not.toBe(first);
  expect(
    studyValues(columns, { hours, resolution: '1' }).output(
      'shortTermLevels',
      'support',
      DEFAULT_INPUTS,
    ),
  ).toEqual(first);
  expect(studies.marks()).toBe(studies.marks());
});

test('a line is refused uncounted only if it has more than 5,000 bars in every market', () => {
  const nowMs = Date.UTC(2026, 0, 5, 10);
  for (const each of Object.values(MARKET_HOURS)) {
    if (each.id === 'crypto') continue;
    for (const resolution of ['1', '60', '1D'] as const) {
      const market = { hours: each, resolution };
      const fromMs = nowMs - surelyUncountableMs(resolution);
      expect([each.id, barsBetween(market, fromMs, nowMs)]).toEqual([each.id, 5_001]);
    }
  }
});
