/** Groups of three, then a decimal point. The first group never begins with 0: `0,500` means a half. */
const WITH_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * Parses a number as people type it, with commas or spaces between thousands. NaN if it is not one, or if a comma may
 * be a decimal point: a wrong guess sizes a position wrongly.
 */
export function numberOf(typed: string): number {
  const plain = typed.replaceAll(/[\s_]/g, '');
  if (plain === '') return Number.NaN;
  if (!plain.includes(',')) return Number(plain);
  return WITH_COMMAS.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN;
}

/** The share of capital left after consecutive losses, each a fraction of what was left before it, 0 … 1. */
export function leftAfterLosses(riskFraction: number, losses: number): number {
  return (1 - riskFraction) ** losses;
}

/** The gain that restores the original capital, as a fraction of what is left. */
export function gainToRecover(left: number): number {
  return 1 / left - 1;
}

/** The guide's worked example; a test recomputes it, and the calculator starts with it. */
export const RISK_EXAMPLE = {
  plan: { capital: 10_000, riskPercent: 1, entry: 50, stop: 47.5 },
  size: { lossAllowed: 100, lossPerUnit: 2.5, units: 40, positionValue: 2_000 },
} as const;

/** Money, percent, and two prices. */
export type PositionPlan = { capital: number; riskPercent: number; entry: number; stop: number };

/** A position that loses no more than allowed if stopped out. */
export type PositionSize = {
  side: 'long' | 'short';
  lossAllowed: number;
  /** The loss of one unit between entry and stop. */
  lossPerUnit: number;
  /** Rounded down to four decimals, so that the loss stays within the limit. */
  units: number;
  positionValue: number;
  /** The loss at the stop. */
  loss: number;
};

export type PlanProblem = 'not-a-number' | 'not-positive' | 'risk-above-100' | 'entry-is-stop';
export type PlanWarning = 'risk-above-2' | 'more-than-capital' | 'less-than-smallest';

export type PlanResult =
  | { isValid: true; size: PositionSize; warnings: readonly PlanWarning[] }
  | { isValid: false; problem: PlanProblem; field: keyof PositionPlan };

/** The guide's recommended limit for one trade, in percent. */
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

/** The most units, in steps of the smallest, that lose no more than allowed. */
function unitsFor(lossAllowed: number, lossPerUnit: number): number {
  const steps = Math.floor((lossAllowed / lossPerUnit) * SMALLEST_UNITS);
  const units = steps / SMALLEST_UNITS;
  if (units * lossPerUnit <= lossAllowed) return units;
  // The division rounded up across a step, or to the next double where doubles are further apart than steps.
  return Math.max(0, steps - Math.max(1, 2 * steps * Number.EPSILON)) / SMALLEST_UNITS;
}

/** A stop below the entry means a long position, above it a short one. */
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
