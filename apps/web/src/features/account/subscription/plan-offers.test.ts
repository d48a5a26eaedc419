import type { Plan } from '@moneytrail/contract';
import { describe, expect, it } from 'vitest';
import { offersOf, plansFor, plansToChangeTo, priceText, savingText } from './plan-offers.ts';

const monthly: Plan = {
  planId: 'M',
  name: 'Monthly',
  description: 'Everything',
  billingInterval: 'MONTH',
  amount: 29.99,
  hasTrial: false,
  trialDays: null,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  provider: 'paypal',
};
const yearly: Plan = {
  ...monthly,
  planId: 'Y',
  name: 'Yearly',
  billingInterval: 'YEAR',
  amount: 299.9,
};
const trial: Plan = { ...monthly, planId: 'T', hasTrial: true, trialDays: 14 };
const byCard: Plan = { ...monthly, planId: 'lemon-M', provider: 'lemon' };
const idsOf = (plans: readonly Plan[]) => plans.map(({ planId }) => planId);

describe('the plans on offer', () => {
  it('have a trial unless the user has already used one', () => {
    expect(idsOf(plansFor([monthly, trial, yearly], false))).toEqual(['T']);
    expect(idsOf(plansFor([monthly, trial, yearly], true))).toEqual(['M', 'Y']);
  });

  it('U14: are all plans if that would leave none', () => {
    expect(idsOf(plansFor([monthly, yearly], false))).toEqual(['M', 'Y']);
    expect(idsOf(plansFor([trial], true))).toEqual(['T']);
    expect(plansFor([], true)).toEqual([]);
  });

  it('are grouped if two providers sell the same', () => {
    const offers = offersOf([monthly, byCard, yearly]);
    expect(offers.map(({ ways }) => idsOf(ways))).toEqual([['M', 'lemon-M'], ['Y']]);
  });

  it('stay separate if price or trial differ, or one provider sells both', () => {
    const dearer = { ...byCard, amount: 30 };
    const twin = { ...monthly, planId: 'M2' };
    expect(offersOf([monthly, dearer, trial, twin])).toHaveLength(4);
  });

  it('can replace a plan of the same provider with another period, without a new trial', () => {
    const present = { provider: 'paypal', plan: 'MONTHLY' } as const;
    const yearlyTrial = { ...yearly, planId: 'YT', hasTrial: true, trialDays: 14 };
    const yearlyByCard = { ...yearly, planId: 'lemon-Y', provider: 'lemon' } as const;
    const all = [monthly, yearly, byCard, yearlyTrial, yearlyByCard];
    expect(idsOf(plansToChangeTo(all, present))).toEqual(['Y']);
    expect(idsOf(plansToChangeTo(all, { provider: 'lemon', plan: 'YEARLY' }))).toEqual(['lemon-M']);
  });
});

describe('a price', () => {
  it('has two decimals and thousands commas', () => {
    expect(priceText(29)).toBe('USD 29.00');
    expect(priceText(1299.9, 'EUR')).toBe('EUR 1,299.90');
  });

  it('states exactly what a yearly plan saves', () => {
    const text = 'You save USD 59.98 a year (17\u00a0%) compared with monthly billing.';
    expect(savingText(yearly, [monthly, yearly])).toBe(text);
  });

  it('states no saving if there is none or nothing to compare with', () => {
    expect(savingText(monthly, [monthly, yearly])).toBeNull();
    expect(savingText(yearly, [yearly])).toBeNull();
    expect(savingText({ ...yearly, amount: 359.88 }, [monthly])).toBeNull();
  });
});
