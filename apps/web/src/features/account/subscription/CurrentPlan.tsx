import type { Subscription } from '@moneytrail/contract';
import { Chip } from '../../../ui/Chip.tsx';
import { focusIfLost } from '../../../ui/focus-on-mount.ts';
import { isCancelled } from '../overview/subscription-status.ts';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { CancelButton } from './CancelButton.tsx';
import { PlanFacts } from './PlanFacts.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import classes from './SubscriptionTab.module.css';
import { dayText } from './subscription-dates.ts';

type Props = { subscription: Subscription };

function factsOf(subscription: Subscription) {
  const { isActive, isInTrial, startDate, endDate, renewsAt, provider } = subscription;
  const renewal = isInTrial ? 'First payment' : 'Renews on';
  return [
    ['Start date', dayText(startDate)],
    ...(renewsAt === null ? [] : [[renewal, dayText(renewsAt)] as const]),
    [isActive ? 'End date' : 'Access ended', dayText(endDate)],
    ['Paid with', PROVIDER_NAMES[provider]],
  ] as const;
}

/** The subscription that runs, or renews after its payment was paid back, and the way out of it. */
export function CurrentPlan({ subscription }: Props) {
  const { displayName, isActive, isInTrial, endDate } = subscription;
  const hasEnded = isCancelled(subscription);
  return (
    <section className={classes.card} aria-label="Your plan">
      <h3 className={classes.name}>
        {displayName}
        {isActive && <Chip kind="success">{SUBSCRIPTION_TEXTS.active}</Chip>}
        {!isActive && <Chip kind="neutral">{SUBSCRIPTION_TEXTS.refunded}</Chip>}
        {hasEnded && <Chip kind="neutral">{SUBSCRIPTION_TEXTS.cancelled}</Chip>}
        {!hasEnded && isInTrial && <Chip kind="info">{SUBSCRIPTION_TEXTS.trial}</Chip>}
      </h3>
      <PlanFacts facts={factsOf(subscription)} />
      {!isActive && <p className={classes.dim}>{SUBSCRIPTION_TEXTS.paidBack}</p>}
      {hasEnded ? (
        <p ref={focusIfLost} tabIndex={-1} className={classes.dim}>
          You keep full access until {dayText(endDate)}. Nothing more is charged.
        </p>
      ) : (
        <CancelButton subscription={subscription} />
      )}
    </section>
  );
}
