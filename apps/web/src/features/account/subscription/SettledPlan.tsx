import { Button } from '@mantine/core';
import {
  cancelSubscription,
  givenByPlan,
  type Plan,
  resumeSubscription,
  type Subscription,
} from '@moneytrail/contract';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { plansQuery } from '../../../api/queries.ts';
import { readRightsAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { dayText } from '../../../lib/subscription-dates.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { focusIfLost } from '../../../ui/focus-on-mount.ts';
import { isCancelled } from '../account-status.ts';
import { FactList } from '../FactList.tsx';
import { GivenList } from '../GivenList.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { paymentMethodQuery } from './billing-queries.ts';
import { PlanCard, PlanList, PlansFailed, PlansSkeleton } from './PlanList.tsx';
import { PurchaseDialog } from './PurchaseDialog.tsx';
import { PROVIDER_NAMES } from './payment-texts.ts';
import { offersOf, plansToChangeTo, priceText } from './plan-offers.ts';
import { changeTerms, resumeTerms } from './purchase-terms.ts';
import classes from './SubscriptionTab.module.css';
import { useChangePlan } from './use-plan-purchase.ts';

type Props = { subscription: Subscription };

/** The subscription when no payment is pending; without one, the plans on offer. */
export function SettledPlan({ subscription }: { subscription: Subscription | null }) {
  if (subscription?.isPastDue) return <PastDuePlan subscription={subscription} />;
  if (subscription?.isPaused) return <PausedPlan subscription={subscription} />;
  // A refunded subscription grants no access but still renews.
  if (!subscription || (!subscription.isActive && subscription.renewsAt === null)) {
    return <PlanList hasUsedTrial={subscription?.hasUsedTrial === true} />;
  }
  return (
    <>
      <CurrentPlan subscription={subscription} />
      {isCancelled(subscription) ? (
        <PlanList hasUsedTrial={subscription.hasUsedTrial} runsUntil={subscription.endDate} />
      ) : (
        <ChangePlan subscription={subscription} />
      )}
    </>
  );
}

const PERIODS = { MONTHLY: 'month', YEARLY: 'year' } as const;

/** The price of a period, `USD 29.99`; null while it is not known. */
function amountOf({ amount, currency }: Subscription): string | null {
  return amount === null ? null : priceText(amount, currency ?? undefined);
}

function factsOf(subscription: Subscription) {
  const { isActive, isInTrial, startDate, endDate, renewsAt, provider } = subscription;
  const renewal = isInTrial ? 'First payment' : 'Next payment';
  const amount = amountOf(subscription);
  const due = amount === null ? dayText(renewsAt) : `${amount} on ${dayText(renewsAt)}`;
  return [
    ...(amount === null ? [] : [['Price', `${amount} a ${PERIODS[subscription.plan]}`] as const]),
    ['Start date', dayText(startDate)],
    ...(renewsAt === null ? [] : [[renewal, due] as const]),
    [isActive ? 'End date' : 'Access ended', dayText(endDate)],
    ['Paid with', PROVIDER_NAMES[provider]],
  ] as const;
}

/** An active subscription, or a refunded one that renews. */
function CurrentPlan({ subscription }: Props) {
  const { displayName, isActive, isInTrial, endDate } = subscription;
  const hasEnded = isCancelled(subscription);
  const [hadEnded] = useState(hasEnded);
  return (
    <section className={classes.card} aria-label="Your plan">
      <h3 className={classes.name}>
        {displayName}
        {!isActive && <Chip kind="neutral">{SUBSCRIPTION_TEXTS.refunded}</Chip>}
        {isActive && !hasEnded && <Chip kind="success">{SUBSCRIPTION_TEXTS.active}</Chip>}
        {isActive && hasEnded && (
          <Chip kind="neutral">
            {SUBSCRIPTION_TEXTS.cancelled}, active until {dayText(endDate)}
          </Chip>
        )}
        {!hasEnded && isInTrial && <Chip kind="info">{SUBSCRIPTION_TEXTS.trial}</Chip>}
      </h3>
      <FactList className={classes.facts} facts={factsOf(subscription)} />
      {!isActive && <p className={classes.dim}>{SUBSCRIPTION_TEXTS.paidBack}</p>}
      <details className={classes.details}>
        <summary>What your plan gives</summary>
        <GivenList given={givenByPlan(subscription.permissions)} />
      </details>
      {hasEnded ? (
        <>
          <p {...(!hadEnded && { ref: focusIfLost })} tabIndex={-1} className={classes.dim}>
            You keep full access until {dayText(endDate)}. Nothing more is charged.{' '}
            {subscription.canResume
              ? 'Until then you can take the cancellation back, and the plan renews again.'
              : `${PROVIDER_NAMES[subscription.provider].split(',')[0]} cannot take a cancellation back: to go on, choose a plan again.`}
          </p>
          {subscription.canResume && <ResumeButton subscription={subscription} />}
        </>
      ) : (
        <CancelButton subscription={subscription} />
      )}
    </section>
  );
}

/** Suspended by its provider, which may resume it; access has ended. */
function PausedPlan({ subscription }: Props) {
  const { displayName, startDate, endDate, provider } = subscription;
  return (
    <section className={classes.card} aria-label="Your plan">
      <h3 className={classes.name}>
        {displayName}
        <Chip kind="neutral">{SUBSCRIPTION_TEXTS.paused}</Chip>
      </h3>
      <FactList
        className={classes.facts}
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

/** A payment is missing. Access continues for a week, then ends. */
function PastDuePlan({ subscription }: Props) {
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
      <FactList
        className={classes.facts}
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

/** The plans an active subscription can switch to; renders nothing if there are none. */
function ChangePlan({ subscription }: Props) {
  const { data: plans, isError, isFetching, refetch } = useQuery(plansQuery);
  const [asked, setAsked] = useState<Plan | null>(null);
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
            onChoose={setAsked}
            action={
              offer.plan.billingInterval === 'YEAR' ? 'Change to yearly' : 'Change to monthly'
            }
          />
        ))}
      </ul>
      {asked && (
        <PurchaseDialog
          terms={changeTerms(asked, subscription)}
          isBusy={waitingFor !== null}
          onConfirm={() => buy(asked, () => setAsked(null))}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function ResumeButton({ subscription }: Props) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(() => authorizedRequest(resumeSubscription, {})),
    onSuccess: () => {
      showToast({ kind: 'success', text: 'Your subscription renews again.' });
      setAsking(false);
    },
    // The server may have done it although the answer was lost.
    onSettled: () => readRightsAnew(queryClient),
    meta: { failureText: 'Failed to take back the cancellation.' },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Take back the cancellation
      </Button>
      {isAsking && (
        <PurchaseDialog
          terms={resumeTerms(subscription)}
          isBusy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Links to the provider's page for payment methods; renders nothing if it has none. */
function PaymentMethodLink() {
  const { data: url, isError, isFetching, refetch } = useQuery(paymentMethodQuery);
  if (url) {
    return (
      <Button color="orange" component="a" href={url} target="_blank" rel="noreferrer">
        Update your payment
      </Button>
    );
  }
  if (!isError) return null;
  return (
    <ActionButton variant="default" isBusy={isFetching} onClick={() => void refetch()}>
      Look for the payment page again
    </ActionButton>
  );
}

function CancelButton({ subscription }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" className={classes.cancel ?? ''} onClick={() => setAsking(true)}>
        {SUBSCRIPTION_TEXTS.cancel}
      </Button>
      {isAsking && <CancelDialog subscription={subscription} onClose={() => setAsking(false)} />}
    </>
  );
}

type CancelDialogProps = { subscription: Subscription; onClose: () => void };

/** The end of access if cancelled now; null if it has ended or is unknown. */
function endOf(subscription: Subscription): string | null {
  const { isActive, isInTrial, endDate, renewsAt, trialEnds } = subscription;
  if (!isActive) return null;
  const end = endDate ?? renewsAt ?? (isInTrial ? trialEnds : null);
  return end === null ? null : dayText(end);
}

/** The next payment, `USD 29.99 on 20 Nov 2026`; null if none is due. */
function dueOf(subscription: Subscription): string | null {
  const amount = amountOf(subscription);
  const { renewsAt } = subscription;
  return amount === null || renewsAt === null ? null : `${amount} on ${dayText(renewsAt)}`;
}

function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const queryClient = useQueryClient();
  const end = endOf(subscription);
  const due = dueOf(subscription);
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(() => authorizedRequest(cancelSubscription, {})),
    onSuccess: () => {
      showToast({ kind: 'success', text: 'Your subscription will not renew.' });
      onClose();
    },
    // The server may have done it although the answer was lost.
    onSettled: () => readRightsAnew(queryClient),
    meta: { failureText: SUBSCRIPTION_TEXTS.cancelFailed },
  });
  return (
    <Dialog
      title="Cancel your subscription?"
      width={440}
      onClose={onClose}
      isPersistent={isPending}
    >
      <div className={classes.question}>
        <p>
          {subscription.isPastDue ? (
            <>
              {subscription.displayName} ends, and the missing payment will not be retried. Access
              that is not paid for ends <strong>at once</strong>.
            </>
          ) : end === null ? (
            <>{subscription.displayName} will not renew, and you are not charged again.</>
          ) : (
            <>
              {subscription.displayName} ends on <strong>{end}</strong>. You keep full access until
              then, and you are not charged again
              {due === null ? '.' : `: the payment of ${due} is not made.`}
            </>
          )}
        </p>
        <div className={classes.choices}>
          <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
            Keep my plan
          </Button>
          <ActionButton
            className={classes.danger ?? ''}
            isBusy={isPending}
            onClick={() => mutate()}
          >
            {SUBSCRIPTION_TEXTS.cancel}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
