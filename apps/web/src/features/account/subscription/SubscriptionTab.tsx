import { Button, Loader } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { currentUserQuery } from '../../../api/queries.ts';
import { isOngoing } from '../account-status.ts';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { PaymentsPanel } from './PaymentsPanel.tsx';
import { PlanList } from './PlanList.tsx';
import { SettledPlan } from './SettledPlan.tsx';
import classes from './SubscriptionTab.module.css';
import { useSettledReturn } from './use-payment-return.ts';

type Props = { user: Account };

/** Polling interval while a payment is pending or missing. */
const READ_EVERY_MS = 5_000;

export function SubscriptionTab({ user }: Props) {
  const settled = useSettledReturn();
  const { subscription } = user;
  const isAwaited = settled === 'awaited' && !isOngoing(subscription);
  const isProcessing = subscription?.isProcessing === true || isAwaited;
  const isOpen = isProcessing || subscription?.isPastDue === true;
  useQuery({ ...currentUserQuery, refetchInterval: isOpen && READ_EVERY_MS });
  return (
    <div className={classes.tab}>
      {settled === 'cancelled' && (
        <p className={classes.told} role="status">
          {SUBSCRIPTION_TEXTS.paymentCancelled}
        </p>
      )}
      {settled === 'refused' && (
        <p className={classes.told} data-refused="" role="alert">
          {SUBSCRIPTION_TEXTS.paymentRefused}
        </p>
      )}
      {settled === 'pending' ? (
        <Processing isConfirming />
      ) : isProcessing ? (
        <Processing>
          <PlanList hasUsedTrial={subscription?.hasUsedTrial === true} />
        </Processing>
      ) : (
        <SettledPlan subscription={subscription} />
      )}
      <PaymentsPanel />
    </div>
  );
}

type ProcessingProps = {
  /** The buyer has just returned and the provider is being asked. */
  isConfirming?: boolean;
  /** Shown if the buyer says the payment did not go through. */
  children?: ReactNode;
};

/** A payment its provider has not settled yet. */
function Processing({ isConfirming, children }: ProcessingProps) {
  const [isOtherShown, setOtherShown] = useState(false);
  return (
    <>
      <div className={classes.notice} role="status">
        {isConfirming ? (
          <Loader size={24} aria-hidden="true" />
        ) : (
          <IconHourglass size={24} stroke={1.75} aria-hidden="true" className={classes.icon} />
        )}
        <div>
          <p>{isConfirming ? 'Confirming your payment…' : SUBSCRIPTION_TEXTS.processing}</p>
          {!isConfirming && <p className={classes.dim}>This page refreshes every few seconds.</p>}
        </div>
      </div>
      {children && !isOtherShown && (
        <div className={classes.aside}>
          <span className={classes.dim}>Did the payment fail, or did you cancel it?</span>
          <Button variant="default" onClick={() => setOtherShown(true)}>
            Choose a plan again
          </Button>
        </div>
      )}
      {isOtherShown && children}
    </>
  );
}
