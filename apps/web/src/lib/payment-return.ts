import { parseSearch, stringifySearch } from './search-params.ts';
import { createStoredText } from './stored-text.ts';
import { tabStorage } from './tab-storage.ts';

/** A buyer's return from the payment page. */
export type PaymentReturn = {
  outcome: 'returned' | 'cancelled';
  /** Null with Lemon Squeezy. */
  subscriptionId: string | null;
  provider: 'paypal' | 'lemon';
};

/** All parameters of a return, including those providers add. */
const PARAMETERS = [
  'paypalReturned',
  'paypalCancelled',
  'paidBy',
  'subscription_id',
  'ba_token',
  'token',
];

type Outcome = 'paypalReturned' | 'paypalCancelled';

/** Removes a former payment's parameters from an address. */
function withoutPayment(page: string): URL {
  const url = new URL(page);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  return url;
}

/** The addresses a provider returns the buyer to: the given page, marked with the outcome. */
export function returnAddresses(page: string, provider: PaymentReturn['provider']) {
  const addressOf = (outcome: Outcome) => {
    const url = withoutPayment(page);
    url.searchParams.set(outcome, 'true');
    // Lemon Squeezy adds no id that would tell its buyers from PayPal's.
    if (provider === 'lemon') url.searchParams.set('paidBy', provider);
    return url.href;
  };
  return { return_url: addressOf('paypalReturned'), cancel_url: addressOf('paypalCancelled') };
}

/** The search of the page that the payment began on. */
export function withoutPaymentReturn(search: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !PARAMETERS.includes(name)));
}

/** Null unless the address is a return from a payment. */
export function readPaymentReturn(search: Record<string, unknown>): PaymentReturn | null {
  const { paypalReturned, paypalCancelled, paidBy, subscription_id: id } = search;
  if (paypalReturned !== 'true' && paypalCancelled !== 'true') return null;
  return {
    outcome: paypalReturned === 'true' ? 'returned' : 'cancelled',
    subscriptionId: typeof id === 'string' && id !== '' ? id : null,
    provider: paidBy === 'lemon' ? 'lemon' : 'paypal',
  };
}

const kept = createStoredText('paymentReturn', tabStorage());

/** Keeps a return, out of the address, until the account dialog takes it. */
export const pendingPaymentReturn = {
  keep: (search: Record<string, unknown>) => {
    const named = PARAMETERS.map((name) => [name, search[name]] as const);
    kept.write(stringifySearch(Object.fromEntries(named)));
  },
  /** Null if there is none; taking it removes it. */
  take: (): PaymentReturn | null => {
    const search = parseSearch(kept.read() ?? '');
    kept.write(null);
    return readPaymentReturn(search);
  },
};
