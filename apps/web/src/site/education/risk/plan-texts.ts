import {
  type PlanProblem,
  type PlanWarning,
  type PositionPlan,
  USUAL_LIMIT_PERCENT,
} from './position-size.ts';

export const FIELD_LABELS: Readonly<Record<keyof PositionPlan, string>> = {
  capital: 'Capital',
  riskPercent: 'Risk for this trade, %',
  entry: 'Entry price',
  stop: 'Stop price',
};

export const PROBLEM_TEXTS: Readonly<Record<PlanProblem, string>> = {
  'not-a-number': 'Enter a number. Decimals stand after a point, as in 47.50.',
  'not-positive': 'Enter a number above 0.',
  'risk-above-100': 'Risk is a percentage of the capital: 100 at most.',
  'entry-is-stop': 'Entry and stop are the same price: without a distance no size follows.',
};

export const WARNING_TEXTS: Readonly<Record<PlanWarning, string>> = {
  'risk-above-2': `This risks more than ${USUAL_LIMIT_PERCENT} % of the capital. The tables above show what a losing streak leaves.`,
  'more-than-capital':
    'The position costs more than the capital: it needs leverage, and a gap beyond the stop loses more than planned.',
  'less-than-smallest': 'The allowed loss is less than that of 0.0001 units: there is no position.',
};
