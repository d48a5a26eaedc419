/** A plan that a simulated provider sells. */
export type SimulatedPlan = {
  id: string;
  name: string;
  description: string;
  interval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  /** Null: the first payment is due at once. */
  trialDays: number | null;
  /** Whether it can be bought. */
  isActive: boolean;
};

const TRIAL_DAYS = 14;

const MONTHLY = {
  name: 'Moneytrail Monthly',
  description: 'All sources and symbols, billed every month',
  interval: 'MONTH',
  amountCents: 2_999,
  currency: 'USD',
  isActive: true,
} as const;

const YEARLY = {
  name: 'Moneytrail Yearly',
  description: 'All sources and symbols, billed every year',
  interval: 'YEAR',
  amountCents: 29_990,
  currency: 'USD',
  isActive: true,
} as const;

/** PayPal sells each plan once with a trial and once without. */
export const PAYPAL_PLANS: readonly SimulatedPlan[] = [
  { ...MONTHLY, id: 'P-1MONTHLY00000000000TRIAL14', trialDays: TRIAL_DAYS },
  { ...YEARLY, id: 'P-2YEARLY000000000000TRIAL14', trialDays: TRIAL_DAYS },
  { ...MONTHLY, id: 'P-3MONTHLY00000000000NOTRIAL', trialDays: null },
  { ...YEARLY, id: 'P-4YEARLY000000000000NOTRIAL', trialDays: null },
];

/** Lemon Squeezy sells them without a trial; the ids are those of variants. */
export const LEMON_PLANS: readonly SimulatedPlan[] = [
  { ...MONTHLY, id: '1001', trialDays: null },
  { ...YEARLY, id: '1002', trialDays: null },
];
