import { MINUTE_MS } from '@moneytrail/calendar';
import { listPayments, listPlans } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/authorized-request.ts';

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
