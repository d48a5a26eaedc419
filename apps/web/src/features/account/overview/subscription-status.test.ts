import type { Subscription } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import { subscriptionStatus } from './subscription-status.ts';

const plan: Subscription = {
  displayName: 'Yearly',
  plan: 'YEARLY',
  isActive: true,
  isInTrial: false,
  trialEnds: null,
  isProcessing: false,
  hasUsedTrial: false,
  provider: 'paypal',
  startDate: null,
  endDate: null,
  paypalStatus: 'ACTIVE',
  lemonStatus: null,
};

describe('the state of a subscription', () => {
  it.each([
    [null, 'Not Active'],
    [plan, 'Active'],
    [{ ...plan, isInTrial: true }, 'Trial Active'],
    [{ ...plan, isActive: false, isProcessing: true }, 'Processing'],
    [{ ...plan, paypalStatus: 'CANCELLED' }, 'Cancelled'],
    [{ ...plan, paypalStatus: null, lemonStatus: 'cancelled' }, 'Cancelled'],
    [{ ...plan, isActive: false }, 'Not Active'],
  ] as const)('is read from what is known (%#)', (subscription, status) => {
    expect(subscriptionStatus(subscription)).toBe(status);
  });
});
