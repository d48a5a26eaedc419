import { type Plan, startSubscription, upgradeSubscription } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readRightsAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { returnAddresses } from '../../../lib/payment-return.ts';
import { showToast } from '../../../stores/toasts.ts';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { approvalAddress } from './approval-address.ts';

/** `waitingFor` stays set until the browser leaves for the provider. */
export type PlanPurchase = {
  /** `onDone` is called if the plan is changed without another page. */
  buy: (plan: Plan, onDone?: () => void) => void;
  waitingFor: Plan['planId'] | null;
};

/** Resolves to the approval page, or null if nothing needs approval. */
type Ask = (plan: Plan) => Promise<string | null>;

/** Requests a plan and redirects to its approval page. */
function usePurchase(ask: Ask, failureText?: string): PlanPurchase {
  const queryClient = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (plan: Plan) => {
      const approve = await withReauthentication(() => ask(plan));
      return approve === null ? null : approvalAddress(approve, location.href);
    },
    onSuccess: (address) => {
      if (address !== null) {
        setLeaving(true);
        // The back button may restore this page as it was left.
        addEventListener('pageshow', () => setLeaving(false), { once: true });
        return location.assign(address);
      }
      showToast({ kind: 'success', text: 'Your plan has been changed.' });
      readRightsAnew(queryClient);
    },
    // The plan may have changed although the answer was lost.
    onError: () => readRightsAnew(queryClient),
    meta: failureText === undefined ? {} : { failureText },
  });
  const isBusy = isPending || isLeaving;
  return {
    buy: (plan, onDone) => {
      if (isBusy) return;
      mutate(plan, { onSuccess: (address) => address === null && onDone?.() });
    },
    waitingFor: isBusy ? (variables?.planId ?? null) : null,
  };
}

export function useStartPlan(): PlanPurchase {
  return usePurchase(async ({ planId, billingInterval, provider }) => {
    const pages = returnAddresses(location.href, provider);
    const body = { plan_id: planId, interval: billingInterval, ...pages };
    return (await authorizedRequest(startSubscription, { body })).approve;
  });
}

export function useChangePlan(): PlanPurchase {
  return usePurchase(async ({ planId, provider }) => {
    const body = { subscriptionId: planId, ...returnAddresses(location.href, provider) };
    return (await authorizedRequest(upgradeSubscription, { body })).approve;
  }, SUBSCRIPTION_TEXTS.upgradeFailed);
}
