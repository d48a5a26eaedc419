import type { Subscription } from '@moneytrail/contract';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { CancelButton } from './CancelButton.tsx';
import { PaymentMethodLink } from './PaymentMethodLink.tsx';
import { PlanFacts } from './PlanFacts.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import classes from './SubscriptionTab.module.css';
import { dayText } from './subscription-dates.ts';

type Props = { subscription: Subscription };

/** A subscription one of whose payments is missing, with access or, after a week, without: pay for it, or cancel it. */
export function PastDuePlan({ subscription }: Props) {
  const { displayName, isActive, startDate, endDate, provider } = subscription;
  return (
    <section className={classes.card} aria-label="Your plan">
      <h3 className={classes.name}>
        {displayName}
        {isActive && <Chip kind="success">{SUBSCRIPTION_TEXTS.active}</Chip>}
        <Chip kind="error">{SUBSCRIPTION_TEXTS.failed}</Chip>
      </h3>
      <div className={classes.warning}>
        <IconCreditCardOff size={24} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <div>
          {isActive ? (
            <p>
              A payment did not go through. You keep full access until{' '}
              <strong>{dayText(endDate)}</strong>.
            </p>
          ) : (
            <p>Your access has ended because a payment is missing.</p>
          )}
          <p className={classes.dim}>
            {isActive ? SUBSCRIPTION_TEXTS.payInTime : SUBSCRIPTION_TEXTS.payOrCancel}
          </p>
        </div>
      </div>
      <PlanFacts
        facts={[
          ['Start date', dayText(startDate)],
          [isActive ? 'Access until' : 'Access ended', dayText(endDate)],
          ['Paid with', PROVIDER_NAMES[provider]],
        ]}
      />
      <div className={classes.acts}>
        <PaymentMethodLink />
        <CancelButton subscription={subscription} />
      </div>
    </section>
  );
}
