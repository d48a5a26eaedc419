import { MINUTE_MS } from '@moneytrail/calendar';
import { findPaymentMethodPage, listPayments, listPlans } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { approvalAddress } from './approval-address.ts';

/** What can be subscribed to, the cheapest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await authorizedRequest(listPlans, {}, { signal })).data,
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** One's own payments, the newest first. */
export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: async ({ signal }) => (await authorizedRequest(listPayments, {}, { signal })).payments,
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** Where one changes how one pays; null where the provider has no such page. The address lasts a day at most. */
export const paymentMethodQuery = queryOptions({
  queryKey: ['paymentMethod'],
  queryFn: async ({ signal }) => {
    const { url } = await authorizedRequest(findPaymentMethodPage, {}, { signal });
    return url === null ? null : approvalAddress(url, location.href);
  },
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});
