import { SECOND_MS } from '@moneytrail/calendar';
import { type Account, confirmSubscription, type Subscription } from '@moneytrail/contract';
import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUserQuery } from '../../../api/queries.ts';
import { readRightsAnew } from '../../../api/read-anew.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { maySubscribe } from '../../../lib/may-subscribe.ts';
import { type PaymentReturn, pendingPaymentReturn } from '../../../lib/payment-return.ts';
import { showToast } from '../../../stores/toasts.ts';
import { isOngoing } from '../account-status.ts';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';

/** The outcomes of a payment after the buyer's return; `awaited` is not settled yet. */
const RESULTS = ['cancelled', 'refused', 'unknown', 'settled', 'awaited'] as const;
export type SettledReturn = (typeof RESULTS)[number];

const KEY = ['paymentReturn'];
/** Lemon Squeezy notifies the server, usually within a second. */
const READINGS = 15;
const READ_EVERY_MS = SECOND_MS;

function confirm(id: string, isCancelled: boolean) {
  const asked = { subscription_id: id, ...(isCancelled && { isCancelled }) };
  return authorizedRequest(confirmSubscription, { body: asked });
}

const isRenewing = (subscription: Subscription | null | undefined) =>
  subscription?.provider === 'lemon' && subscription.isActive && subscription.renewsAt !== null;

/** Polls the account until the card payment has reached it. */
async function awaitCard(queryClient: QueryClient): Promise<SettledReturn> {
  for (let readings = 0; readings < READINGS; readings += 1) {
    const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
    if (isRenewing(user?.subscription)) return 'settled';
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
  return 'awaited';
}

async function settle(queryClient: QueryClient, back: PaymentReturn): Promise<SettledReturn> {
  const { outcome, subscriptionId: id, provider } = back;
  if (outcome === 'cancelled') {
    if (id !== null) await confirm(id, true).catch(() => null);
    return 'cancelled';
  }
  if (provider === 'lemon') return awaitCard(queryClient);
  if (id === null) {
    showToast({ kind: 'error', text: SUBSCRIPTION_TEXTS.noId });
    return 'unknown';
  }
  const { subscription, isRefused } = await confirm(id, false);
  // A cancelled one may still be active beside the new one.
  if (isRefused) return 'refused';
  return isOngoing(subscription) ? 'settled' : 'awaited';
}

/** Settles, once, the payment the buyer has just returned from, then reads everything they may see again. */
export function usePaymentReturn(user: Account): void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: KEY,
    mutationFn: (back: PaymentReturn) => settle(queryClient, back),
    onSuccess: (result) => {
      if (result === 'settled') {
        showToast({ kind: 'success', text: 'Your subscription is active.' });
      }
    },
    // The server may have settled a payment whose answer was lost.
    onSettled: () => readRightsAnew(queryClient),
    meta: { failureText: SUBSCRIPTION_TEXTS.confirmFailed },
  });
  const isBuyer = maySubscribe(user);
  useEffect(() => {
    const back = pendingPaymentReturn.take();
    if (back && isBuyer) mutate(back);
  }, [mutate, isBuyer]);
}

/** The state of the return this page was opened with; null without one. */
export function useSettledReturn(): SettledReturn | 'pending' | null {
  const states = useMutationState({
    filters: { mutationKey: KEY },
    select: ({ state: { status, data } }) =>
      status === 'pending' ? status : RESULTS.find((result) => result === data),
  });
  return states.at(-1) ?? null;
}
