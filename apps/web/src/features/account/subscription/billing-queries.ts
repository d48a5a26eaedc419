import { MINUTE_MS } from '@moneytrail/calendar';
import { findPaymentMethodPage, listPayments, listPlans } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';
import { approvalAddress } from './approval-address.ts';

/** Cheapest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await authorizedRequest(listPlans, {}, { signal })).data,
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** Newest first. */
export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: async ({ signal }) => (await authorizedRequest(listPayments, {}, { signal })).payments,
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** The provider's page for payment methods, null if it has none. The address expires within a day. */
export const paymentMethodQuery = queryOptions({
  queryKey: ['paymentMethod'],
  queryFn: async ({ signal }) => {
    const { url } = await authorizedRequest(findPaymentMethodPage, {}, { signal });
    return url === null ? null : approvalAddress(url, location.href);
  },
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});
