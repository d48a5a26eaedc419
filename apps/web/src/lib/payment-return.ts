import { parseSearch, stringifySearch } from './search-params.ts';
import { createStoredText } from './stored-text.ts';
import { tabStorage } from './tab-storage.ts';

/** How a buyer came back from where they pay. */
export type PaymentReturn = {
  outcome: 'returned' | 'cancelled';
  /** Lemon Squeezy names none. */
  subscriptionId: string | null;
  provider: 'paypal' | 'lemon';
};

/** Everything that brings a buyer back, or that a provider adds to it. */
const PARAMETERS = [
  'paypalReturned',
  'paypalCancelled',
  'paidBy',
  'subscription_id',
  'ba_token',
  'token',
];

type Outcome = 'paypalReturned' | 'paypalCancelled';

/** A page without what a former payment left in its address. */
function withoutPayment(page: string): URL {
  const url = new URL(page);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  return url;
}

/** Where a provider sends a buyer back to: the given page, which then knows how it ended. */
export function returnAddresses(page: string, provider: PaymentReturn['provider']) {
  const addressOf = (outcome: Outcome) => {
    const url = withoutPayment(page);
    url.searchParams.set(outcome, 'true');
    // Lemon Squeezy adds no id by which its buyers could be told from those of PayPal.
    if (provider === 'lemon') url.searchParams.set('paidBy', provider);
    return url.href;
  };
  return { return_url: addressOf('paypalReturned'), cancel_url: addressOf('paypalCancelled') };
}

/** Reads an address; null where nobody comes back from a payment. */
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

/** Keeps a return, out of the address, until the account dialog takes it: also while the buyer signs in again. */
export const pendingPaymentReturn = {
  /** With what the address holds. */
  keep: (search: Record<string, unknown>) => {
    const named = PARAMETERS.map((name) => [name, search[name]] as const);
    kept.write(stringifySearch(Object.fromEntries(named)));
  },
  isThere: () => kept.read() !== null,
  /** Null where there is none; the next call has none. */
  take: (): PaymentReturn | null => {
    const search = parseSearch(kept.read() ?? '');
    kept.write(null);
    return readPaymentReturn(search);
  },
};
