import type { Plan } from '@moneytrail/contract';

/** Who takes payments, as they call themselves. */
export const PROVIDER_NAMES: Record<Plan['provider'], string> = {
  paypal: 'PayPal',
  lemon: 'Card, by Lemon Squeezy',
};
