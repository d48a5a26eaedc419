import type { Subscription } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from './billing-queries.ts';
import { PlanCard } from './PlanCard.tsx';
import { PlansFailed, PlansSkeleton } from './PlanList.tsx';
import { offersOf, plansToChangeTo } from './plan-offers.ts';
import classes from './SubscriptionTab.module.css';
import { useChangePlan } from './use-plan-purchase.ts';

type Props = { subscription: Subscription };

/** The plans that a running subscription can be changed to; nothing where there are none. */
export function ChangePlan({ subscription }: Props) {
  const { data: plans, isError, isFetching, refetch } = useQuery(plansQuery);
  const { buy, waitingFor } = useChangePlan();
  if (isError && !plans) {
    return <PlansFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!plans) return <PlansSkeleton />;
  const others = plansToChangeTo(plans, subscription);
  if (others.length === 0) return null;
  return (
    <section aria-label="Change plan" className={classes.section}>
      <h3 className={classes.heading}>Change plan</h3>
      <ul className={classes.plans}>
        {offersOf(others).map((offer) => (
          <PlanCard
            key={offer.plan.planId}
            offer={offer}
            plans={plans.filter(({ hasTrial }) => !hasTrial)}
            waitingFor={waitingFor}
            onChoose={buy}
            action={
              offer.plan.billingInterval === 'YEAR' ? 'Change to yearly' : 'Change to monthly'
            }
          />
        ))}
      </ul>
    </section>
  );
}
