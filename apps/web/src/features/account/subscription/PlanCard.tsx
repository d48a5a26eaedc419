import { Radio } from '@mantine/core';
import type { Plan } from '@moneytrail/contract';
import { useState } from 'react';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { type PlanOffer, priceText, savingText } from './plan-offers.ts';
import { PROVIDER_NAMES } from './provider-names.ts';
import classes from './SubscriptionTab.module.css';

type Props = {
  offer: PlanOffer;
  /** All that stand beside it. */
  plans: readonly Plan[];
  /** The plan for which the browser is about to leave. */
  waitingFor: Plan['planId'] | null;
  onChoose: (plan: Plan) => void;
  /** What the button does, where it does not subscribe. */
  action?: string;
};

const PERIODS = { MONTH: 'month', YEAR: 'year' } as const;

/** What a plan is, what it costs, and who takes the money. */
export function PlanCard({ offer: { plan, ways }, plans, waitingFor, onChoose, action }: Props) {
  const [chosenId, setChosenId] = useState(plan.planId);
  const chosen = ways.find(({ planId }) => planId === chosenId) ?? plan;
  const period = PERIODS[plan.billingInterval];
  const price = priceText(plan.amount);
  const saving = savingText(plan, plans);
  const act = action ?? (plan.hasTrial ? 'Start free trial' : 'Subscribe');
  return (
    <li className={classes.plan}>
      <h4 className={classes.name}>
        {plan.name}
        {plan.trialDays !== null && <Chip kind="info">{plan.trialDays} days free</Chip>}
      </h4>
      <p className={classes.price}>
        <strong>{price}</strong> / {period}
      </p>
      {plan.trialDays !== null && (
        <p className={classes.dim}>
          Free for {plan.trialDays} days, then {price} a {period}.
        </p>
      )}
      {saving !== null && <p className={classes.saving}>{saving}</p>}
      <p>{plan.description}</p>
      <div className={classes.foot}>
        <Payer ways={ways} chosen={chosen} onChoose={setChosenId} />
        <ActionButton
          fullWidth
          {...(plan.billingInterval === 'YEAR' ? { color: 'orange' } : { variant: 'default' })}
          isBusy={waitingFor !== null && ways.some(({ planId }) => planId === waitingFor)}
          disabled={waitingFor !== null}
          onClick={() => onChoose(chosen)}
          aria-label={`${act}: ${plan.name}`}
        >
          {act}
        </ActionButton>
      </div>
    </li>
  );
}

type PayerProps = { ways: readonly Plan[]; chosen: Plan; onChoose: (planId: string) => void };

function Payer({ ways, chosen, onChoose }: PayerProps) {
  if (ways.length === 1) {
    return <p className={classes.dim}>Paid with: {PROVIDER_NAMES[chosen.provider]}</p>;
  }
  return (
    <Radio.Group label="Pay with" value={chosen.planId} onChange={onChoose}>
      <div className={classes.ways}>
        {ways.map(({ planId, provider }) => (
          <Radio key={planId} value={planId} label={PROVIDER_NAMES[provider]} color="navy" />
        ))}
      </div>
    </Radio.Group>
  );
}
