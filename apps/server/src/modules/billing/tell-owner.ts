import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { MailMessage } from '../../outside/mail.ts';
import { findUser } from '../accounts/index.ts';
import type { Billing } from './billing.ts';
import type { Refusal } from './may-begin.ts';
import {
  cancelledMail,
  paymentFailedMail,
  refusedMail,
  startedMail,
  withdrawnMail,
} from './messages.ts';
import {
  accessEndsMs,
  hasBegun,
  type PlanRow,
  type SubscriptionRow,
  type SubscriptionState,
} from './policy.ts';

/** What a reading changes. */
export type Change = {
  /** Whether the owner can use a subscription. */
  isUsable: boolean;
  before: SubscriptionRow;
  after: SubscriptionState;
  plan: PlanRow;
  /** Why it was cancelled instead of granted; null where it was not. */
  refusal: Refusal | null;
};

/** Tells the owner what has become of their subscription. */
export async function tellOwner(
  { clock, sendNotice, publicUrl }: Billing,
  trx: Transaction<Database>,
  { isUsable, before, after, plan, refusal }: Change,
): Promise<void> {
  const to = await findUser(trx, before.user_id);
  if (!to) return;
  const nowMs = clock.now();
  const about = { publicUrl, to, planName: plan.name };
  const send = (mail: MailMessage) => sendNotice(trx, mail);
  if (!hasBegun(before) && hasBegun(after) && after.state === 'active') {
    const endsMs = after.trial_ends_ms;
    await send(startedMail(about, endsMs !== null && endsMs > nowMs ? endsMs : null));
  }
  const isCancelled = after.state === 'cancelled' && before.state !== 'cancelled';
  if (isCancelled && refusal) await send(refusedMail(about, refusal));
  const access = { untilMs: accessEndsMs(after) ?? nowMs, nowMs };
  if (isCancelled && hasBegun(after)) {
    await send(isUsable ? cancelledMail(about, access) : withdrawnMail(about));
  }
  const fails = before.failed_since_ms === null && after.failed_since_ms !== null;
  if (fails && hasBegun(after)) await send(paymentFailedMail(about, access));
}
