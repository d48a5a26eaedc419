import { Skeleton } from '@mantine/core';
import { BRAND, type Plan } from '@moneytrail/contract';
import { IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { plansQuery } from './billing-queries.ts';
import { PlanCard } from './PlanCard.tsx';
import { offersOf, plansFor } from './plan-offers.ts';
import classes from './SubscriptionTab.module.css';
import { useStartPlan } from './use-plan-purchase.ts';

type Props = {
  hasUsedTrial: boolean;
  /** The former subscription still runs, and will not renew. */
  isAgain?: boolean;
};

/** What can be subscribed to; while it is read, and where it cannot be, as well. */
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
        {isAgain && <p className={classes.dim}>A new plan begins, and is paid, at once.</p>}
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

export function PlansFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <div className={classes.section}>
      <FormAlert>{SUBSCRIPTION_TEXTS.plansFailed}</FormAlert>
      <ActionButton
        variant="default"
        className={classes.start ?? ''}
        isBusy={isBusy}
        onClick={onRetry}
      >
        Retry
      </ActionButton>
    </div>
  );
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
