import { Button } from '@mantine/core';
import { cancelSubscription, type Subscription } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { readRightsAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import classes from './SubscriptionTab.module.css';
import { dayText } from './subscription-dates.ts';

type Props = { subscription: Subscription; onClose: () => void };

/** When access ends if the subscription is cancelled now, in words; null where it has ended or is not known. */
function endOf(subscription: Subscription): string | null {
  const { isActive, isInTrial, endDate, renewsAt, trialEnds } = subscription;
  if (!isActive) return null;
  const end = endDate ?? renewsAt ?? (isInTrial ? trialEnds : null);
  return end === null ? null : dayText(end);
}

/** The second click of two: names the end of access, and what is kept until then. */
export function CancelDialog({ subscription, onClose }: Props) {
  const queryClient = useQueryClient();
  const end = endOf(subscription);
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(() => authorizedRequest(cancelSubscription, {})),
    onSuccess: () => {
      readRightsAnew(queryClient);
      showToast({ kind: 'success', text: 'Your subscription will not renew.' });
      onClose();
    },
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
              {subscription.displayName} ends, and the missing payment is not asked for again.
              Access that is not paid for ends <strong>at once</strong>.
            </>
          ) : end === null ? (
            <>{subscription.displayName} will not renew, and you are not charged again.</>
          ) : (
            <>
              {subscription.displayName} ends on <strong>{end}</strong>. You keep full access until
              then, and you are not charged again.
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
