import { Button } from '@mantine/core';
import type { Subscription } from '@moneytrail/contract';
import { useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { isCancelled } from '../overview/subscription-status.ts';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import classes from './SubscriptionTab.module.css';
import { dayText } from './subscription-dates.ts';

type Props = { subscription: Subscription };

/** The subscription that runs, and the way out of it. */
export function CurrentPlan({ subscription }: Props) {
  const [isCancelling, setCancelling] = useState(false);
  const { displayName, isInTrial, startDate, endDate, renewsAt, provider } = subscription;
  const hasEnded = isCancelled(subscription);
  return (
    <section className={classes.card} aria-label="Your plan">
      <h3 className={classes.name}>
        {displayName}
        <Chip kind="success">{SUBSCRIPTION_TEXTS.active}</Chip>
        {hasEnded && <Chip kind="neutral">{SUBSCRIPTION_TEXTS.cancelled}</Chip>}
        {!hasEnded && isInTrial && <Chip kind="info">{SUBSCRIPTION_TEXTS.trial}</Chip>}
      </h3>
      <dl className={classes.facts}>
        <Fact name="Start date" value={dayText(startDate)} />
        {renewsAt !== null && (
          <Fact name={isInTrial ? 'First payment' : 'Renews on'} value={dayText(renewsAt)} />
        )}
        <Fact name="End date" value={dayText(endDate)} />
        <Fact name="Paid with" value={PROVIDER_NAMES[provider]} />
      </dl>
      {hasEnded ? (
        <p className={classes.dim}>
          You keep full access until {dayText(endDate)}. Nothing more is charged.
        </p>
      ) : (
        <Button
          variant="default"
          className={classes.cancel ?? ''}
          onClick={() => setCancelling(true)}
        >
          {SUBSCRIPTION_TEXTS.cancel}
        </Button>
      )}
      {isCancelling && !hasEnded && (
        <CancelDialog subscription={subscription} onClose={() => setCancelling(false)} />
      )}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
