import { DAY_MS } from '@moneytrail/calendar';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import { insertUser } from '../../modules/accounts/profile/user-store.ts';
import { newUser } from '../../modules/accounts/registration/new-user.ts';
import { insertEvent, storePlans } from '../../modules/billing/payments-store.ts';
import { insertSubscription } from '../../modules/billing/subscriptions-store.ts';
import type {
  PaymentProvider,
  ProviderSubscription,
} from '../../outside/payments/payment-provider.ts';

const PLAN = {
  id: 'P-1',
  name: 'Monthly',
  description: 'All sources',
  interval: 'MONTH' as const,
  amountCents: 2_999,
  currency: 'USD',
  trialDays: 14,
  isOffered: true,
};

type Work = {
  id: string;
  state: 'pending' | 'active';
  failedDays: number | null;
  userType?: 'commercial';
  now: Partial<ProviderSubscription>;
};

/** Work for every job: approved, cancelled at the provider, unpaid for days, useless, and reported by a notice. */
const WORK: readonly Work[] = [
  { id: 'approved', state: 'pending', failedDays: null, now: { state: 'active' } },
  { id: 'cancelled', state: 'active', failedDays: null, now: { state: 'cancelled' } },
  { id: 'unpaid', state: 'active', failedDays: 4, now: { state: 'past-due', failedPayments: 2 } },
  {
    id: 'unusable',
    state: 'active',
    failedDays: null,
    userType: 'commercial',
    now: { state: 'cancelled' },
  },
  { id: 'told', state: 'pending', failedDays: null, now: { state: 'active' } },
];

/** A provider with fixed answers about the subscriptions of `addBillingWork`. */
export function scriptedProvider(nowMs: number): PaymentProvider {
  const refuse = () => Promise.reject(new Error('nobody asks for this'));
  return {
    name: 'paypal',
    listPlans: async () => [{ ...PLAN, amountCents: 3_999 }],
    listPurchases: null,
    startSubscription: refuse,
    readSubscription: async (id) => {
      const work = WORK.find((each) => id === `I-${each.id}`);
      if (!work) return null;
      return {
        id,
        status: 'SAID',
        planId: PLAN.id,
        userId: work.id,
        payerId: `payer-${work.id}`,
        email: null,
        startMs: nowMs - DAY_MS,
        trialEndsMs: nowMs + 13 * DAY_MS,
        renewsMs: nowMs + 13 * DAY_MS,
        endsMs: null,
        failedPayments: 0,
        updatedMs: null,
        state: 'active',
        price: null,
        ...work.now,
      };
    },
    cancelSubscription: refuse,
    resumeSubscription: null,
    changePlan: refuse,
    listPayments: async (id) => [
      { id: `T-${id}`, state: 'paid', amountCents: 2_999, currency: 'USD', atMs: nowMs - DAY_MS },
    ],
    updatePaymentUrl: async () => null,
    readEvent: refuse,
  };
}

/** Stores the subscriptions, and a notice of one of them. */
export async function addBillingWork(db: Kysely<Database>, nowMs: number): Promise<void> {
  await storePlans(db, 'paypal', [PLAN]);
  for (const { id, state, failedDays, userType = 'retail' } of WORK) {
    const user = newUser(nowMs, {
      id,
      username: `${id}@example.com`,
      password_hash: 'none',
      first_name: 'Ana',
      last_name: 'Botha',
      user_type: userType,
      is_approved: true,
    });
    await insertUser(db, user);
    await insertSubscription(db, {
      id,
      user_id: id,
      plan_id: PLAN.id,
      provider: 'paypal',
      provider_id: `I-${id}`,
      state,
      status: 'STORED',
      asked_at_ms: nowMs - DAY_MS / 2,
      returned_at_ms: null,
      start_ms: state === 'active' ? nowMs - DAY_MS : null,
      trial_ends_ms: null,
      paid_until_ms: nowMs + 2 * DAY_MS,
      ends_ms: null,
      failed_since_ms: failedDays === null ? null : nowMs - failedDays * DAY_MS,
      amount_cents: PLAN.amountCents,
      currency: PLAN.currency,
      end_noticed_ms: null,
      missing_since_ms: null,
      read_at_ms: null,
    });
  }
  const event = {
    key: 'WH-1',
    type: 'BILLING.SUBSCRIPTION.ACTIVATED',
    meaning: 'changed' as const,
    subscriptionId: 'I-told',
    disputedPaymentIds: [],
    userId: null,
    atMs: null,
  };
  await insertEvent(db, 'paypal', event, nowMs);
}
