import type { Account } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/queries.ts';
import { isCancelled, runsOn } from '../overview/subscription-status.ts';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { ChangePlan } from './ChangePlan.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { PastDuePlan } from './PastDuePlan.tsx';
import { PausedPlan } from './PausedPlan.tsx';
import { PaymentsPanel } from './PaymentsPanel.tsx';
import { PlanList } from './PlanList.tsx';
import { Processing } from './Processing.tsx';
import classes from './SubscriptionTab.module.css';
import { useSettledReturn } from './use-payment-return.ts';

type Props = { user: Account };

/** While something is on its way, or missing, the account is read so often, ms. */
const READ_EVERY_MS = 5_000;

/** What somebody has subscribed to, or can, and what they have paid. */
export function SubscriptionTab({ user }: Props) {
  const settled = useSettledReturn();
  const { subscription } = user;
  const isAwaited = settled === 'awaited' && !runsOn(subscription);
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
      {settled === 'pending' ? (
        <Processing isConfirming />
      ) : isProcessing ? (
        <Processing>
          <PlanList hasUsedTrial={subscription?.hasUsedTrial === true} />
        </Processing>
      ) : (
        <SettledPlan user={user} />
      )}
      <PaymentsPanel />
    </div>
  );
}

function SettledPlan({ user: { subscription } }: Props) {
  if (subscription?.isPastDue) return <PastDuePlan subscription={subscription} />;
  if (subscription?.isPaused) return <PausedPlan subscription={subscription} />;
  // One whose payment was paid back opens nothing, and renews all the same.
  if (!subscription || (!subscription.isActive && subscription.renewsAt === null)) {
    return <PlanList hasUsedTrial={subscription?.hasUsedTrial === true} />;
  }
  return (
    <>
      <CurrentPlan subscription={subscription} />
      {isCancelled(subscription) ? (
        <PlanList hasUsedTrial={subscription.hasUsedTrial} isAgain />
      ) : (
        <ChangePlan subscription={subscription} />
      )}
    </>
  );
}
