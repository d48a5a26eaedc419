import { Button, Radio, Skeleton } from '@mantine/core';
import { BRAND, givenByPlan, type Plan } from '@moneytrail/contract';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plansQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { GivenList } from '../GivenList.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { PurchaseDialog } from './PurchaseDialog.tsx';
import { PROVIDER_NAMES } from './payment-texts.ts';
import { offersOf, type PlanOffer, plansFor, priceText, savingText } from './plan-offers.ts';
import { orderTerms, unshownProviders } from './purchase-terms.ts';
import classes from './SubscriptionTab.module.css';
import { useStartPlan } from './use-plan-purchase.ts';

type Props = {
  hasUsedTrial: boolean;
  /** The end of a cancelled subscription that is still active; null without one. */
  runsUntil?: string | null;
};

export function PlanList({ hasUsedTrial, runsUntil = null }: Props) {
  const [isWithoutTrial, setWithoutTrial] = useState(false);
  const { data: plans, isError, isFetching, refetch } = useQuery(plansQuery);
  if (isError && !plans) {
    return <PlansFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!plans) return <PlansSkeleton />;
  if (plans.length === 0) return <NoPlans />;
  const isAgain = runsUntil !== null;
  const shown = plansFor(plans, hasUsedTrial || isWithoutTrial);
  return (
    <section aria-label="Plans" className={classes.section}>
      <div>
        <h3 className={classes.heading}>{isAgain ? 'Subscribe again' : 'Choose a plan'}</h3>
        {isAgain && <p className={classes.dim}>A new plan starts and is charged immediately.</p>}
      </div>
      <PlanCards plans={shown} runsUntil={runsUntil} />
      {isWithoutTrial ? (
        <OtherPlans label="Show plans with a free trial" onShow={() => setWithoutTrial(false)}>
          These plans have no free trial and are charged at once.
        </OtherPlans>
      ) : (
        <MissingWays
          providers={unshownProviders(plans, shown)}
          hasUsedTrial={hasUsedTrial}
          onShow={() => setWithoutTrial(true)}
        />
      )}
    </section>
  );
}

type OtherPlansProps = { label: string; onShow: () => void; children: ReactNode };

function OtherPlans({ label, onShow, children }: OtherPlansProps) {
  return (
    <div className={classes.aside}>
      <span className={classes.dim}>{children}</span>
      <Button variant="default" onClick={onShow}>
        {label}
      </Button>
    </div>
  );
}

type MissingWaysProps = {
  /** Configured ways to pay that no shown plan offers. */
  providers: readonly Plan['provider'][];
  hasUsedTrial: boolean;
  onShow: () => void;
};

/** Says why a way to pay is missing, and leads to the plans that offer it. */
function MissingWays({ providers, hasUsedTrial, onShow }: MissingWaysProps) {
  if (providers.length === 0) return null;
  const names = providers.map((name) => PROVIDER_NAMES[name]).join(' and ');
  if (hasUsedTrial) {
    return <p className={classes.dim}>{names}: sells plans with a free trial only.</p>;
  }
  return (
    <OtherPlans label="Show plans without a trial" onShow={onShow}>
      {names}: has no free trial. You can pay that way for a plan without a trial.
    </OtherPlans>
  );
}

type PlanCardsProps = { plans: readonly Plan[]; runsUntil: string | null };

function PlanCards({ plans, runsUntil }: PlanCardsProps) {
  const [asked, setAsked] = useState<Plan | null>(null);
  const { buy, waitingFor } = useStartPlan();
  return (
    <>
      <ul className={classes.plans}>
        {offersOf(plans).map((offer) => (
          <PlanCard
            key={offer.plan.planId}
            offer={offer}
            plans={plans}
            waitingFor={waitingFor}
            onChoose={setAsked}
          />
        ))}
      </ul>
      {asked && (
        <PurchaseDialog
          terms={orderTerms(asked, serverClock.now(), runsUntil)}
          isBusy={waitingFor !== null}
          onConfirm={() => buy(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
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
      <details className={classes.details}>
        <summary>What it gives</summary>
        <GivenList given={givenByPlan(plan.permissions)} />
      </details>
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
