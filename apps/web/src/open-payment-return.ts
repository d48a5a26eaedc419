import { redirect } from '@tanstack/react-router';
import { SUBSCRIPTION_SEARCH } from './lib/account-search.ts';
import { readChartSearch } from './lib/chart-search.ts';
import { pendingPaymentReturn, readPaymentReturn } from './lib/payment-return.ts';
import { paths } from './paths.ts';

/**
 * Removes a payment's parameters from the address before any sign-in page, and opens the dialog that settles the
 * payment, if need be after the sign-in.
 */
export function openPaymentReturn(search: Record<string, unknown>, isArriving: boolean): void {
  const back = readPaymentReturn(search);
  if (back) pendingPaymentReturn.keep(search);
  const isOpen = search.tab === SUBSCRIPTION_SEARCH.tab;
  if (!back && (!isArriving || isOpen || !pendingPaymentReturn.isThere())) return;
  const chart = readChartSearch(search);
  throw redirect({
    to: paths.liveChart,
    search: { ...chart, ...SUBSCRIPTION_SEARCH },
    replace: true,
  });
}
