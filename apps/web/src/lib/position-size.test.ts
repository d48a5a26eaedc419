import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  gainToRecover,
  leftAfterLosses,
  numberOf,
  type PositionPlan,
  RISK_EXAMPLE,
  sizePosition,
} from './position-size.ts';

const positive = (max: number) => fc.double({ min: 1e-4, max, noNaN: true });
const plans: fc.Arbitrary<PositionPlan> = fc
  .record({
    capital: positive(1e9),
    riskPercent: fc.double({ min: 0.01, max: 100, noNaN: true }),
    entry: positive(1e6),
    stop: positive(1e6),
  })
  .filter(({ entry, stop }) => entry !== stop);

function sizeOf(plan: PositionPlan) {
  const result = sizePosition(plan);
  if (!result.isValid) throw new Error(`${result.problem} at ${result.field}`);
  return result;
}

describe('the size of a position', () => {
  it('matches the worked example', () => {
    const { plan, size } = RISK_EXAMPLE;
    expect(sizeOf(plan).size).toEqual({ side: 'long', loss: size.lossAllowed, ...size });
    expect(sizeOf(plan).warnings).toEqual([]);
  });

  it('is the largest that loses no more than allowed', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { lossAllowed, lossPerUnit, units, loss } = sizeOf(plan).size;
        expect(loss).toBeLessThanOrEqual(lossAllowed);
        const next = units + 2 / 10_000;
        expect(next * lossPerUnit).toBeGreaterThan(lossAllowed * (1 - 1e-9));
      }),
    );
  });

  it('derives the side from the stop', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        expect(sizeOf(plan).size.side).toBe(plan.stop < plan.entry ? 'long' : 'short');
      }),
    );
  });

  it('grows with capital and risk and shrinks with the distance to the stop', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { units } = sizeOf(plan).size;
        expect(sizeOf({ ...plan, capital: plan.capital * 2 }).size.units).toBeGreaterThanOrEqual(
          units,
        );
        const farther = plan.entry + 2 * Math.abs(plan.stop - plan.entry);
        expect(sizeOf({ ...plan, stop: farther }).size.units).toBeLessThanOrEqual(units);
      }),
    );
  });

  it('does not depend on the currency', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 10 }), (plan, power) => {
        const rate = 2 ** power;
        const { capital, entry, stop } = plan;
        const other = { ...plan, capital: capital * rate, entry: entry * rate, stop: stop * rate };
        expect(sizeOf(other).size.units).toBe(sizeOf(plan).size.units);
      }),
    );
  });

  it('warns above 2 %, and if the position costs more than the capital', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { size, warnings } = sizeOf(plan);
        expect(warnings.includes('risk-above-2')).toBe(plan.riskPercent > 2);
        expect(warnings.includes('more-than-capital')).toBe(size.positionValue > plan.capital);
        expect(warnings.includes('less-than-smallest')).toBe(size.units === 0);
      }),
    );
  });

  it.each([
    [{ entry: 50, stop: 50 }, 'entry-is-stop', 'stop'],
    [{ capital: 0 }, 'not-positive', 'capital'],
    [{ stop: -1 }, 'not-positive', 'stop'],
    [{ riskPercent: 100.5 }, 'risk-above-100', 'riskPercent'],
    [{ entry: Number.NaN }, 'not-a-number', 'entry'],
    [{ capital: Number.POSITIVE_INFINITY }, 'not-a-number', 'capital'],
  ] as const)('refuses %o: %s', (change, problem, field) => {
    expect(sizePosition({ ...RISK_EXAMPLE.plan, ...change })).toEqual({
      isValid: false,
      problem,
      field,
    });
  });
});

describe('a typed number', () => {
  it.each([
    ['47.50', 47.5],
    ['10000', 10_000],
    ['10,000', 10_000],
    ['1,234.50', 1_234.5],
    ['12,345,678', 12_345_678],
    ['10 000.25', 10_000.25],
    ['-1,000', -1_000],
  ])('%s is %d', (typed, value) => {
    expect(numberOf(typed)).toBe(value);
  });

  it.each([
    '',
    '47,50',
    '10.000,00',
    '1,2345',
    '1234,567',
    ',500',
    '0,500',
    '1,,000',
    '1,000,',
    '50 USD',
  ])('"%s" is NaN: a comma may mean a decimal point', (typed) => {
    expect(numberOf(typed)).toBeNaN();
  });
});

test('consecutive losses leave what the guide prints', () => {
  expect(leftAfterLosses(0.01, 10)).toBeCloseTo(0.9044, 4);
  expect(leftAfterLosses(0.1, 10)).toBeCloseTo(0.3487, 4);
  expect(gainToRecover(0.5)).toBe(1);
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 0.5, noNaN: true }),
      fc.integer({ min: 0, max: 30 }),
      (risk, losses) => {
        const left = leftAfterLosses(risk, losses);
        expect(left * (1 + gainToRecover(left))).toBeCloseTo(1, 9);
        expect(leftAfterLosses(risk, losses + 1)).toBeLessThan(left);
      },
    ),
  );
});

/** The chance of a run of losses in fair coin tosses, by the length of the current run after each toss. */
function chanceOfRun(tosses: number, run: number): number {
  let chances = [1, ...Array.from({ length: run - 1 }, () => 0)];
  for (let toss = 0; toss < tosses; toss += 1) {
    const won = chances.reduce((sum, chance) => sum + chance, 0) / 2;
    chances = [won, ...chances.slice(0, -1).map((chance) => chance / 2)];
  }
  return 1 - chances.reduce((sum, chance) => sum + chance, 0);
}

test('runs of losses are as likely as the guide says', () => {
  expect(Math.round(100 * chanceOfRun(200, 5))).toBe(97);
});
