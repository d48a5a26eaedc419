import type { Subscription } from '@moneytrail/contract';
import { Chip } from '../../../ui/Chip.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { CancelButton } from './CancelButton.tsx';
import { PlanFacts } from './PlanFacts.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import classes from './SubscriptionTab.module.css';
import { dayText } from './subscription-dates.ts';

type Props = { subscription: Subscription };

/** A subscription that its provider has stopped and may go on with, whose paid time is over; the way out of it. */
export function PausedPlan({ subscription }: Props) {
  const { displayName, startDate, endDate, provider } = subscription;
  return (
    <section className={classes.card} aria-label="Your plan">
      <h3 className={classes.name}>
        {displayName}
        <Chip kind="neutral">{SUBSCRIPTION_TEXTS.paused}</Chip>
      </h3>
      <PlanFacts
        facts={[
          ['Start date', dayText(startDate)],
          ['Access ended', dayText(endDate)],
          ['Paid with', PROVIDER_NAMES[provider]],
        ]}
      />
      <p className={classes.dim}>{SUBSCRIPTION_TEXTS.mayGoOn}</p>
      <CancelButton subscription={subscription} />
    </section>
  );
}
