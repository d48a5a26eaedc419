import type { Plan, Subscription } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { dayText } from '../../../lib/subscription-dates.ts';
import { PAID_MONTHLY } from '../../../testing/subscriptions.ts';
import { changeTerms, orderTerms, resumeTerms, unshownProviders } from './purchase-terms.ts';

const NOW = Date.parse('2026-01-31T10:00:00Z');
const NONE = { isDetailedSummaryAllowed: false, isSuffixAllowed: false };

const MONTHLY: Plan = {
  planId: 'P-M',
  name: 'Moneytrail Monthly',
  description: '',
  billingInterval: 'MONTH',
  amount: 29.99,
  hasTrial: false,
  trialDays: null,
  permissions: NONE,
  provider: 'paypal',
};
const YEARLY: Plan = {
  ...MONTHLY,
  planId: 'P-Y',
  name: 'Moneytrail Yearly',
  billingInterval: 'YEAR',
  amount: 299.9,
};
const TRIAL: Plan = { ...MONTHLY, planId: 'P-T', hasTrial: true, trialDays: 14 };
const CARD: Plan = { ...YEARLY, planId: 'L-Y', provider: 'lemon' };

const RENEWING: Subscription = {
  ...PAID_MONTHLY,
  provider: 'lemon',
  startDate: '2026-01-10T10:00:00Z',
  renewsAt: '2026-02-10T10:00:00Z',
  paypalStatus: null,
  lemonStatus: 'active',
};

/** Days in the words of the browser's locale. */
const FEB_10 = dayText('2026-02-10T10:00:00Z');
const FEB_14 = dayText('2026-02-14T10:00:00Z');
const FEB_28 = dayText('2026-02-28T10:00:00Z');

describe('before an order', () => {
  test('a trial names what is paid today, the first payment and the way out', () => {
    const { facts, note, confirm } = orderTerms(TRIAL, NOW, null);
    expect(Object.fromEntries(facts)).toEqual({
      Plan: 'Moneytrail Monthly',
      'To pay today': 'Nothing',
      'Free until': FEB_14,
      'First payment': `USD 29.99 on ${FEB_14}`,
    });
    expect(note).toContain(`Cancel before ${FEB_14} and you pay nothing.`);
    expect(note).toContain('every month after it, until you cancel');
    expect(confirm).toBe('Continue to PayPal');
  });

  test('a plan without a trial names today and the next payment, in a shorter month its last day', () => {
    const { facts, note } = orderTerms(MONTHLY, NOW, null);
    expect(Object.fromEntries(facts)).toMatchObject({
      'To pay today': 'USD 29.99',
      'Next payment': `USD 29.99 on ${FEB_28}`,
    });
    expect(note).not.toContain('remaining days');
  });

  test('the days left of a cancelled plan are said not to be added', () => {
    expect(orderTerms(CARD, NOW, '2026-02-10T10:00:00Z').note).toContain(
      `Your cancelled plan runs until ${FEB_10}; its remaining days are not added to the new one.`,
    );
  });
});

describe('before a change', () => {
  test('the paid days stay, and the new price is due at the renewal', () => {
    const { facts, note, confirm } = changeTerms(CARD, RENEWING);
    expect(Object.fromEntries(facts)).toEqual({
      'Plan now': 'Moneytrail Monthly',
      'New plan': 'Moneytrail Yearly',
      'To pay today': 'Nothing',
      'Next payment': `USD 299.90 on ${FEB_10}`,
    });
    expect(note).toContain(`The days that you have paid for until ${FEB_10} stay yours.`);
    expect(confirm).toBe('Change my plan');
  });

  test('a trial stays', () => {
    const { facts, note, confirm } = changeTerms(YEARLY, { ...RENEWING, isInTrial: true });
    expect(facts).toContainEqual(['First payment', `USD 299.90 on ${FEB_10}`]);
    expect(note).toContain(`Your free trial stays: it ends on ${FEB_10}.`);
    expect(confirm).toBe('Continue to PayPal');
  });
});

test('a cancellation is taken back at the price and on the date of the plan', () => {
  const cancelled = { ...RENEWING, renewsAt: null, endDate: '2026-02-10T10:00:00Z' };
  const { facts, note } = resumeTerms(cancelled);
  expect(facts).toContainEqual(['Next payment', `USD 29.99 on ${FEB_10}`]);
  expect(note).toContain(`the paid time lasts until ${FEB_10}`);
});

test('a provider none of whose plans is shown is named', () => {
  expect(unshownProviders([TRIAL, CARD], [TRIAL])).toEqual(['lemon']);
  expect(unshownProviders([MONTHLY, CARD], [MONTHLY, CARD])).toEqual([]);
});
