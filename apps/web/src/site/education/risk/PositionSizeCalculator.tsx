import { useId, useState } from 'react';
import { useTypedBefore } from '../../ui/use-typed-before.ts';
import { numberOf } from './number-of.ts';
import { PlanOutcome } from './PlanOutcome.tsx';
import classes from './PositionSizeCalculator.module.css';
import { FIELD_LABELS, PROBLEM_TEXTS } from './plan-texts.ts';
import { type PositionPlan, sizePosition } from './position-size.ts';
import { RISK_EXAMPLE } from './risk-example.ts';

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

/** How many units a plan allows, computed as one types. */
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
