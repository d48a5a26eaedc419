import { Radio, Skeleton } from '@mantine/core';
import { BRAND, type Plan } from '@moneytrail/contract';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plansQuery } from '../../../api/queries.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { PROVIDER_NAMES } from './payment-texts.ts';
import { offersOf, type PlanOffer, plansFor, priceText, savingText } from './plan-offers.ts';
import classes from './SubscriptionTab.module.css';
import { useStartPlan } from './use-plan-purchase.ts';

type Props = {
  hasUsedTrial: boolean;
  /** The former subscription is cancelled but still active. */
  isAgain?: boolean;
};

export function PlanList({ hasUsedTrial, isAgain = false }: Props) {
  const { data: plans, isError, isFetching, refetch } = useQuery(plansQuery);
  if (isError && !plans) {
    return <PlansFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!plans) return <PlansSkeleton />;
  if (plans.length === 0) return <NoPlans />;
  return (
    <section aria-label="Plans" className={classes.section}>
      <div>
        <h3 className={classes.heading}>{isAgain ? 'Subscribe again' : 'Choose a plan'}</h3>
        {isAgain && <p className={classes.dim}>A new plan starts and is charged immediately.</p>}
      </div>
      <PlanCards plans={plansFor(plans, hasUsedTrial)} />
    </section>
  );
}

function PlanCards({ plans }: { plans: readonly Plan[] }) {
  const { buy, waitingFor } = useStartPlan();
  return (
    <ul className={classes.plans}>
      {offersOf(plans).map((offer) => (
        <PlanCard
          key={offer.plan.planId}
          offer={offer}
          plans={plans}
          waitingFor={waitingFor}
          onChoose={buy}
        />
      ))}
    </ul>
  );
}

export function PlansSkeleton() {
  return (
    <div className={classes.plans} aria-busy="true">
      <Skeleton height={240} />
      <Skeleton height={240} />
    </div>
  );
}

export function PlansFailed(retry: { isBusy: boolean; onRetry: () => void }) {
  return <LoadFailed {...retry}>{SUBSCRIPTION_TEXTS.plansFailed}</LoadFailed>;
}

function NoPlans() {
  return (
    <div className={classes.empty}>
      <IconReceiptOff size={40} stroke={1.5} aria-hidden="true" />
      <p>There are no plans to choose from at the moment.</p>
      <a href={`mailto:${BRAND.contactAddress}`} className={classes.link}>
        Contact us
      </a>
    </div>
  );
}

type PlanCardProps = {
  offer: PlanOffer;
  /** All plans on offer, to compute savings. */
  plans: readonly Plan[];
  /** The plan whose payment page is being opened. */
  waitingFor: Plan['planId'] | null;
  onChoose: (plan: Plan) => void;
  /** The button's label when it does not subscribe. */
  action?: string;
};

const PERIODS = { MONTH: 'month', YEAR: 'year' } as const;

export function PlanCard({
  offer: { plan, ways },
  plans,
  waitingFor,
  onChoose,
  action,
}: PlanCardProps) {
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
        <ProviderChoice ways={ways} chosen={chosen} onChoose={setChosenId} />
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

type ProviderChoiceProps = {
  ways: readonly Plan[];
  chosen: Plan;
  onChoose: (planId: string) => void;
};

function ProviderChoice({ ways, chosen, onChoose }: ProviderChoiceProps) {
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
