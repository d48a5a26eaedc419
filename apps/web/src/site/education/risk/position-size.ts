/** Thousands in groups of three, decimals after a point. A first group never begins with 0: `0,500` means a half. */
const WITH_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * A number as people type it, with commas or spaces between thousands. NaN where it is none, and where a comma may
 * stand for a decimal point: a wrong guess is a position of a wrong size.
 */
export function numberOf(typed: string): number {
  const plain = typed.replaceAll(/[\s_]/g, '');
  if (plain === '') return Number.NaN;
  if (!plain.includes(',')) return Number(plain);
  return WITH_COMMAS.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN;
}

/** What is left of a capital of 1 after losses in a row, each of a fraction of what there was before it, 0 … 1. */
export function leftAfterLosses(riskFraction: number, losses: number): number {
  return (1 - riskFraction) ** losses;
}

/** The gain that brings what is left back to the whole, as a fraction of what is left. */
export function gainToRecover(left: number): number {
  return 1 / left - 1;
}

/** A position that the guide sizes step by step; a test computes it again, and the calculator begins with it. */
export const RISK_EXAMPLE = {
  plan: { capital: 10_000, riskPercent: 1, entry: 50, stop: 47.5 },
  size: { lossAllowed: 100, lossPerUnit: 2.5, units: 40, positionValue: 2_000 },
} as const;

/** What a position is sized from: money, percent, and two prices. */
export type PositionPlan = { capital: number; riskPercent: number; entry: number; stop: number };

/** A position that loses no more than is allowed if it ends at its stop. */
export type PositionSize = {
  side: 'long' | 'short';
  /** The loss that the plan allows. */
  lossAllowed: number;
  /** The loss of one unit between entry and stop. */
  lossPerUnit: number;
  /** Rounded down to four decimals, so that the loss never exceeds what is allowed. */
  units: number;
  positionValue: number;
  /** What is really lost at the stop. */
  loss: number;
};

export type PlanProblem = 'not-a-number' | 'not-positive' | 'risk-above-100' | 'entry-is-stop';
export type PlanWarning = 'risk-above-2' | 'more-than-capital' | 'less-than-smallest';

export type PlanResult =
  | { isValid: true; size: PositionSize; warnings: readonly PlanWarning[] }
  | { isValid: false; problem: PlanProblem; field: keyof PositionPlan };

/** The risk for one trade that the guide advises not to exceed, in percent. */
export const USUAL_LIMIT_PERCENT = 2;
const SMALLEST_UNITS = 10_000;

function problemOf(plan: PositionPlan): PlanResult | null {
  const fields = ['capital', 'riskPercent', 'entry', 'stop'] as const;
  for (const field of fields) {
    if (!Number.isFinite(plan[field])) return { isValid: false, problem: 'not-a-number', field };
    if (plan[field] <= 0) return { isValid: false, problem: 'not-positive', field };
  }
  if (plan.riskPercent > 100) {
    return { isValid: false, problem: 'risk-above-100', field: 'riskPercent' };
  }
  if (plan.entry === plan.stop) return { isValid: false, problem: 'entry-is-stop', field: 'stop' };
  return null;
}

/** The most units, in steps of the smallest, that lose no more than is allowed. */
function unitsFor(lossAllowed: number, lossPerUnit: number): number {
  const steps = Math.floor((lossAllowed / lossPerUnit) * SMALLEST_UNITS);
  const units = steps / SMALLEST_UNITS;
  if (units * lossPerUnit <= lossAllowed) return units;
  // The division was rounded up across a step, or up to the next number where those are further apart than steps.
  return Math.max(0, steps - Math.max(1, 2 * steps * Number.EPSILON)) / SMALLEST_UNITS;
}

/** How many units of an instrument a plan allows. A stop below the entry is of a long position, one above of a short one. */
export function sizePosition(plan: PositionPlan): PlanResult {
  const problem = problemOf(plan);
  if (problem) return problem;
  const { capital, riskPercent, entry, stop } = plan;
  const lossAllowed = (capital * riskPercent) / 100;
  const lossPerUnit = Math.abs(entry - stop);
  const units = unitsFor(lossAllowed, lossPerUnit);
  const positionValue = units * entry;
  const warnings: PlanWarning[] = [];
  if (riskPercent > USUAL_LIMIT_PERCENT) warnings.push('risk-above-2');
  if (positionValue > capital) warnings.push('more-than-capital');
  if (units === 0) warnings.push('less-than-smallest');
  const side = stop < entry ? 'long' : 'short';
  const loss = units * lossPerUnit;
  return {
    isValid: true,
    size: { side, lossAllowed, lossPerUnit, units, positionValue, loss },
    warnings,
  };
}
