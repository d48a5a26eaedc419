import type { CurrentUser } from '@moneytrail/contract';
import { type Billing, providerOf } from './billing.ts';
import { isRenewing } from './policy.ts';
import { asAppError } from './start-subscription.ts';
import { subscriptionsOf } from './store.ts';

/** Where the owner of a subscription changes how it is paid, asked of its provider anew each time. */
export async function findPaymentMethodPage(
  billing: Billing,
  user: Pick<CurrentUser, '_id'>,
): Promise<{ url: string | null }> {
  const row = (await subscriptionsOf(billing.db, user._id)).find(isRenewing);
  if (!row || row.provider_id === null) return { url: null };
  try {
    return { url: await providerOf(billing, row.provider).updatePaymentUrl(row.provider_id) };
  } catch (error) {
    throw asAppError(error, billing.log);
  }
}
