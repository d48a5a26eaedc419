import {
  type Bar,
  columnsFrom,
  computeMarks,
  computeStudy,
  DEFAULT_INPUTS,
  levelDepth,
  type StudyInputs,
} from '@moneytrail/indicators';
import { describe, expect, it, test } from 'vitest';
import { barsOf } from '../figure/daily-bars.ts';
import { BITCOIN, GOLD } from '../figure/figure-data.ts';
import { BITCOIN_FACTS, DEPLOYMENT_EXAMPLE, PERCENTAGES } from './deployment-example.ts';
import { LEVELS_EXAMPLE } from './levels-example.ts';
import { TIGHT_DAYS, TIGHTNESS_EXAMPLE } from './tightness-example.ts';

const gold = barsOf(await GOLD.load());
const bitcoin = barsOf(await BITCOIN.load());
const inputs = (changes: Partial<StudyInputs>) => ({ ...DEFAULT_INPUTS, ...changes });
const indexOf = (bars: readonly Bar[], day: string) => {
  const index = bars.findIndex(({ time }) => time === Date.parse(day));
  expect(index, day).toBeGreaterThanOrEqual(0);
  return index;
};
const round = (value: number | undefined) => Math.round((value ?? Number.NaN) * 100) / 100;
const dayOf = ({ time }: { time: number }) => new Date(time).toISOString().slice(0, 10);

describe('support and resistance', () => {
  const { length, days, depth } = LEVELS_EXAMPLE;
  const first = indexOf(gold, days[0].day);
  const shown = gold.slice(first, first + days.length);

  it('prints real closes and their levels', () => {
    expect(shown.map((bar) => ({ day: dayOf(bar), close: bar.close }))).toEqual(
      days.map(({ day, close }) => ({ day, close })),
    );
    const columns = columnsFrom(shown);
    const levels = computeStudy('shortTermLevels', columns, inputs({ shortTermLength: length }));
    days.forEach((day, index) => {
      const isDefined = 'resistance' in day;
      expect(levels.resistance[index]).toBe(isDefined ? day.resistance : Number.NaN);
      expect(levels.support[index]).toBe(isDefined ? day.support : Number.NaN);
    });
  });

  it('prints the depth as the info button lists it', () => {
    const rows = levelDepth(columnsFrom(shown), {
      level: 'shortTermResistance',
      inputs: inputs({ shortTermLength: length }),
    });
    expect(rows.map((row) => ({ day: dayOf(row), close: row.value }))).toEqual(depth);
  });

  it('states correctly when gold left its long-term range', () => {
    const columns = columnsFrom(gold);
    const { resistance } = computeStudy('longTermLevels', columns, DEFAULT_INPUTS);
    const breakout = indexOf(gold, '2019-06-13');
    const february = indexOf(gold, '2019-02-19');
    expect(gold[february]?.close).toBe(1341.16);
    expect(resistance[breakout - 1]).toBe(1341.16);
    expect(Math.max(...gold.slice(february, breakout).map(({ close }) => close))).toBe(1341.16);
    expect(gold[breakout]?.close).toBeGreaterThan(1341.16);
  });
});

describe('tightness', () => {
  it('prints the computed example', () => {
    const { day, length, resistance, support, range, middle, percent } = TIGHTNESS_EXAMPLE;
    const index = indexOf(gold, day);
    const columns = columnsFrom(gold);
    const short = inputs({ shortTermLength: length });
    const levels = computeStudy('shortTermLevels', columns, short);
    expect([levels.resistance[index], levels.support[index]]).toEqual([resistance, support]);
    expect(range).toBe(round(resistance - support));
    expect(middle).toBe(round((resistance + support) / 2));
    expect(round(computeStudy('tightness', columns, short).shortTerm[index])).toBe(percent);
  });

  it('prints the values of the named days', () => {
    const { shortTerm } = computeStudy('tightness', columnsFrom(gold), DEFAULT_INPUTS);
    for (const { day, percent } of TIGHT_DAYS) {
      expect(round(shortTerm[indexOf(gold, day)]), day).toBe(percent);
    }
  });
});

const DAY_MS = 86_400_000;

/** Bars of equal range with the given closes and volumes. */
function barsWith(closes: readonly { close: number; volume: number }[]): Bar[] {
  const { low, high } = DEPLOYMENT_EXAMPLE;
  return closes.map((each, index) => ({ time: index * DAY_MS, open: 102, high, low, ...each }));
}

describe('deployment and long/short', () => {
  it('prints the computed example', () => {
    const { length, count, close, volume, last, deployment, percentage } = DEPLOYMENT_EXAMPLE;
    const bars = barsWith([...Array.from({ length: count }, () => ({ close, volume })), last]);
    const columns = columnsFrom(bars);
    const study = computeStudy('deployment', columns, inputs({ length })).deployment;
    const percent = computeStudy('longShortPercentage', columns, inputs({ length })).percentage;
    expect([study[count - 1], study[count]]).toEqual([
      expect.closeTo(deployment, 9),
      expect.closeTo(last.deployment, 9),
    ]);
    expect([percent[count - 1], percent[count]]).toEqual([
      expect.closeTo(percentage, 9),
      expect.closeTo(last.percentage, 9),
    ]);
    // The first value is at the last but one bar of the example.
    expect(study[count - 2]).toBeNaN();
  });

  it('prints the intermediate steps', () => {
    const { length, low, high, close, volume, flow, closeLocation, last } = DEPLOYMENT_EXAMPLE;
    const locate = (price: number) => (2 * price - high - low) / (high - low);
    expect([locate(close), locate(last.close)]).toEqual([closeLocation, last.closeLocation]);
    const mean = ((length - 1) * volume + last.volume) / length;
    expect(round(mean)).toBe(last.meanVolume);
    expect(length * 100 * closeLocation).toBe(flow);
    const former = (length - 1) * 100 * closeLocation * (volume / mean);
    expect(former + 100 * last.closeLocation * (last.volume / mean)).toBeCloseTo(last.flow, 9);
  });

  it.each(PERCENTAGES)('$deployment is shown as $percentage %', ({ deployment, percentage }) => {
    const { length } = DEFAULT_INPUTS;
    const { low, high, volume } = DEPLOYMENT_EXAMPLE;
    const location = deployment / (100 * length);
    const close = (location * (high - low) + high + low) / 2;
    const columns = columnsFrom(barsWith(Array.from({ length: 54 }, () => ({ close, volume }))));
    const study = computeStudy('deployment', columns, DEFAULT_INPUTS).deployment;
    const percent = computeStudy('longShortPercentage', columns, DEFAULT_INPUTS).percentage;
    expect([study[52], study[53]]).toEqual([Number.NaN, expect.closeTo(deployment, 6)]);
    expect(percent[53]).toBeCloseTo(percentage, 2);
  });

  const columns = columnsFrom(bitcoin);
  const { percentage } = computeStudy('longShortPercentage', columns, DEFAULT_INPUTS);
  const { deployment } = computeStudy('deployment', columns, DEFAULT_INPUTS);

  it.each([BITCOIN_FACTS.low, BITCOIN_FACTS.top, BITCOIN_FACTS.high])(
    'says rightly what bitcoin showed on $day',
    (fact) => {
      const index = indexOf(bitcoin, fact.day);
      expect(bitcoin[index]?.close).toBe(fact.close);
      expect(round(percentage[index])).toBe(fact.percentage);
      expect(Math.round(deployment[index] ?? Number.NaN)).toBe(fact.deployment);
    },
  );

  it('states correctly which of them were extremes', () => {
    const { low, top, high } = BITCOIN_FACTS;
    const known = Array.from(percentage).filter(Number.isFinite);
    expect(round(Math.max(...known))).toBe(high.percentage);
    expect(round(Math.min(...known))).toBe(low.percentage);
    expect(Math.max(...bitcoin.map(({ close }) => close))).toBe(top.close);
    expect(Math.round((100 * (top.close - high.close)) / top.close)).toBe(16);
  });

  it('states correctly when bitcoin entered the short zone in March 2020', () => {
    const crash = indexOf(bitcoin, '2020-03-12');
    expect(deployment[crash - 1]).toBeGreaterThan(-100);
    expect(deployment[crash]).toBeLessThan(-100);
  });

  test('the listed marks and closes are those of the figure', () => {
    const marks = computeMarks(columns, DEFAULT_INPUTS);
    for (const { day, side, isStrong, close, closeAfter } of BITCOIN_FACTS.marks) {
      const index = indexOf(bitcoin, day);
      expect(marks).toContainEqual(expect.objectContaining({ index, side, strong: isStrong }));
      expect([bitcoin[index]?.close, bitcoin[index + 10]?.close]).toEqual([close, closeAfter]);
    }
  });
});
