import type { Payment, Plan } from '@moneytrail/contract';

export const PROVIDER_NAMES: Record<Plan['provider'], string> = {
  paypal: 'PayPal',
  lemon: 'Card, by Lemon Squeezy',
};

/** `hasReceipt`: money has moved. */
export const PAYMENT_STATES = {
  paid: { name: 'Paid', kind: 'success', hasReceipt: true },
  pending: { name: 'Pending', kind: 'warning', hasReceipt: false },
  failed: { name: 'Failed', kind: 'error', hasReceipt: false },
  refunded: { name: 'Refunded', kind: 'neutral', hasReceipt: true },
} as const satisfies Record<Payment['status'], { name: string; kind: string; hasReceipt: boolean }>;
