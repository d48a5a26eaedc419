import type { ManagedUser } from '@moneytrail/contract';
import { Chip } from '../../ui/Chip.tsx';
import { USERS_TEXTS } from './texts.ts';
import classes from './UserChips.module.css';

const STATUS_KINDS = {
  pending: 'warning',
  unconfirmed: 'info',
  approved: 'success',
  revoked: 'error',
  deleted: 'neutral',
} as const;
const PAYMENT_KINDS = { active: 'success', lapsed: 'warning', none: 'neutral' } as const;

/** Only an approved sub-user can be suspended. */
export function statusText({ status, isSeatSuspended }: ManagedUser): string {
  return status === 'approved' && isSeatSuspended
    ? USERS_TEXTS.suspended
    : USERS_TEXTS.statuses[status];
}

export function StatusChip({ user }: { user: ManagedUser }) {
  const { status, isSeatSuspended } = user;
  const text = statusText(user);
  const kind = status === 'approved' && isSeatSuspended ? 'neutral' : STATUS_KINDS[status];
  const { revokedReason } = user;
  return (
    <span title={revokedReason === null ? undefined : `Reason: ${revokedReason}`}>
      <Chip kind={kind}>{text}</Chip>
    </span>
  );
}

/** The reason an account has full access. */
export function paymentText(user: ManagedUser): string {
  const { payment, userType, isSubUser, hasSubscriptionOverride, subscription } = user;
  if (userType === 'retail' && !isSubUser) {
    if (hasSubscriptionOverride) return 'Override';
    if (payment === 'active') return subscription?.isInTrial ? 'Trial' : 'Subscribed';
  }
  return USERS_TEXTS.payments[payment];
}

export function PaymentChip({ user }: { user: ManagedUser }) {
  if (user.payment === 'none') return <span className={classes.dim}>{paymentText(user)}</span>;
  return <Chip kind={PAYMENT_KINDS[user.payment]}>{paymentText(user)}</Chip>;
}
