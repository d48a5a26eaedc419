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
  isPastDue: false,
  isPaused: false,
  hasUsedTrial: false,
  provider: 'paypal',
  startDate: null,
  endDate: null,
  renewsAt: null,
  paypalStatus: 'ACTIVE',
  lemonStatus: null,
};

const trial = { ...plan, isInTrial: true };
const cancelled = { ...plan, paypalStatus: 'CANCELLED' };
const byCard = { ...plan, provider: 'lemon', paypalStatus: null, lemonStatus: 'active' } as const;

describe('U13: the state of a subscription', () => {
  it.each([
    ['none', null, 'Not Active'],
    ['processing', { ...plan, isActive: false, isProcessing: true }, 'Processing'],
    ['processing before cancelled', { ...cancelled, isProcessing: true }, 'Processing'],
    ['processing before a trial', { ...trial, isProcessing: true }, 'Processing'],
    ['cancelled, still active', cancelled, 'Cancelled'],
    ['cancelled in the trial', { ...cancelled, isInTrial: true }, 'Cancelled'],
    ['cancelled, by card', { ...byCard, lemonStatus: 'cancelled' }, 'Cancelled'],
    ['in the trial', trial, 'Trial Active'],
    ['active', plan, 'Active'],
    ['active, by card', byCard, 'Active'],
    ['active while a payment is late', { ...plan, paypalStatus: 'SUSPENDED' }, 'Active'],
    ['cancelled and ended', { ...cancelled, isActive: false }, 'Cancelled'],
    ['ended', { ...plan, isActive: false, paypalStatus: 'EXPIRED' }, 'Not Active'],
    ['ended with its trial', { ...trial, isActive: false }, 'Not Active'],
  ] as const)('%s', (_, subscription, status) => {
    expect(subscriptionStatus(subscription)).toBe(status);
  });
});
