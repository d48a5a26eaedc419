import { useId, useState } from 'react';
import { formatPrice } from '../../lib/format.ts';
import {
  numberOf,
  type PlanProblem,
  type PlanResult,
  type PlanWarning,
  type PositionPlan,
  type PositionSize,
  RISK_EXAMPLE,
  sizePosition,
  USUAL_LIMIT_PERCENT,
} from '../../lib/position-size.ts';
import { useTypedBefore } from '../ui/use-typed-before.ts';
import classes from './PositionSizeCalculator.module.css';

const FIELD_LABELS: Readonly<Record<keyof PositionPlan, string>> = {
  capital: 'Capital',
  riskPercent: 'Risk for this trade, %',
  entry: 'Entry price',
  stop: 'Stop price',
};

const PROBLEM_TEXTS: Readonly<Record<PlanProblem, string>> = {
  'not-a-number': 'Enter a number. Decimals stand after a point, as in 47.50.',
  'not-positive': 'Enter a number above 0.',
  'risk-above-100': 'Risk is a percentage of the capital: 100 at most.',
  'entry-is-stop': 'Entry and stop are the same price: without a distance no size follows.',
};

const WARNING_TEXTS: Readonly<Record<PlanWarning, string>> = {
  'risk-above-2': `This risks more than ${USUAL_LIMIT_PERCENT} % of the capital. The tables above show what a losing streak leaves.`,
  'more-than-capital':
    'The position costs more than the capital: it needs leverage, and a gap beyond the stop loses more than planned.',
  'less-than-smallest': 'The allowed loss is less than that of 0.0001 units: there is no position.',
};

type Field = keyof PositionPlan;
type Typed = Record<Field, string>;

const FIELDS = ['capital', 'riskPercent', 'entry', 'stop'] as const satisfies readonly Field[];

function typedOf(plan: PositionPlan): Typed {
  const { capital, riskPercent, entry, stop } = plan;
  return {
    capital: String(capital),
    riskPercent: String(riskPercent),
    entry: String(entry),
    stop: String(stop),
  };
}

function planOf({ capital, riskPercent, entry, stop }: Typed): PositionPlan {
  return {
    capital: numberOf(capital),
    riskPercent: numberOf(riskPercent),
    entry: numberOf(entry),
    stop: numberOf(stop),
  };
}

export function PositionSizeCalculator() {
  const id = useId();
  const [typed, setTyped] = useState<Typed>(() => typedOf(RISK_EXAMPLE.plan));
  const fields = useTypedBefore(setTyped);
  const result = sizePosition(planOf(typed));
  return (
    <section className={classes.calculator} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes.title}>
        Position-size calculator
      </h3>
      <div className={classes.columns}>
        <div ref={fields} className={classes.fields}>
          {FIELDS.map((field) => {
            const isWrong = !result.isValid && result.field === field;
            return (
              <div key={field} className={classes.field}>
                <label htmlFor={`${id}-${field}`}>{FIELD_LABELS[field]}</label>
                <input
                  id={`${id}-${field}`}
                  name={field}
                  className={classes.input}
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed[field]}
                  aria-invalid={isWrong || undefined}
                  aria-describedby={isWrong ? `${id}-problem` : undefined}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setTyped((before) => ({ ...before, [field]: value }));
                  }}
                />
                {isWrong && (
                  <p id={`${id}-problem`} className={classes.problem}>
                    {PROBLEM_TEXTS[result.problem]}
                  </p>
                )}
              </div>
            );
          })}
        </div>
        <PlanOutcome result={result} />
      </div>
    </section>
  );
}

type Props = { result: PlanResult };

/** At most four decimals. */
function unitsText(units: number): string {
  const [, decimals = ''] = units
    .toFixed(4)
    .replace(/\.?0+$/, '')
    .split('.');
  return formatPrice(units, decimals.length);
}

function rowsOf(size: PositionSize | null): readonly (readonly [string, string])[] {
  const money = (value: number | undefined) => formatPrice(value, 2);
  return [
    [
      'Side',
      size ? (size.side === 'long' ? 'Long: stop below entry' : 'Short: stop above entry') : '–',
    ],
    ['Loss allowed', money(size?.lossAllowed)],
    ['Units', size ? unitsText(size.units) : '–'],
    ['Position value', money(size?.positionValue)],
    ['Loss at the stop', money(size?.loss)],
  ];
}

/** The result of a plan, and warnings about it. */
function PlanOutcome({ result }: Props) {
  const size = result.isValid ? result.size : null;
  const warnings = result.isValid ? result.warnings : [];
  return (
    <output className={classes.outcome}>
      <dl className={classes.rows}>
        {rowsOf(size).map(([label, value]) => (
          <div key={label} className={classes.row} data-is-main={label === 'Units' || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {WARNING_TEXTS[warning]}
        </p>
      ))}
    </output>
  );
}
