import type { Standing } from '../profile/user-store.ts';
import type { UserSeed } from '../registration/new-user.ts';

/** A demo account: who it is, and what sets it apart. */
export type DemoAccount = {
  email: string;
  /** What it is for, as printed at the start. */
  role: string;
  parentEmail?: string;
  hasYearlyPlan?: boolean;
  seed: Omit<UserSeed, 'username' | 'password_hash'>;
};

const phone = (ending: number) => ({ phone_e164: `+2782555010${ending}`, phone_country: 'ZA' });
const born = { date_of_birth: '1990-01-01' };
/** Far enough that no demo ever ends. */
const PAID_UNTIL = '2099-12-31';

/** One account for every kind of user; parents stand before their sub-users. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'admin@demo.test',
    role: 'super admin',
    seed: {
      first_name: 'Demo',
      last_name: 'Admin',
      user_type: 'commercial',
      is_super_admin: true,
      is_approved: true,
      ...phone(1),
      ...born,
    },
  },
  {
    email: 'retail@demo.test',
    role: 'retail, no plan',
    seed: {
      first_name: 'Demo',
      last_name: 'Retail',
      user_type: 'retail',
      is_approved: true,
      ...phone(2),
      ...born,
    },
  },
  {
    email: 'subscriber@demo.test',
    role: 'retail, yearly plan',
    hasYearlyPlan: true,
    seed: {
      first_name: 'Demo',
      last_name: 'Subscriber',
      user_type: 'retail',
      is_approved: true,
      ...phone(3),
      ...born,
    },
  },
  {
    email: 'commercial@demo.test',
    role: 'commercial, paid, 5 seats',
    seed: {
      first_name: 'Demo',
      last_name: 'Commercial',
      user_type: 'commercial',
      is_approved: true,
      has_paid: true,
      payment_valid_until: PAID_UNTIL,
      max_seats: 5,
      ...phone(4),
      ...born,
    },
  },
  {
    email: 'seat@demo.test',
    role: 'sub-user of commercial@demo.test',
    parentEmail: 'commercial@demo.test',
    seed: {
      first_name: 'Demo',
      last_name: 'Seat',
      user_type: 'commercial',
      is_approved: true,
      ...phone(5),
      ...born,
    },
  },
  {
    email: 'pending@demo.test',
    role: 'awaiting approval',
    seed: {
      first_name: 'Demo',
      last_name: 'Pending',
      user_type: 'retail',
      ...phone(6),
      ...born,
    },
  },
];

/** A running yearly subscription, paid through PayPal. */
export function yearlyPlan({
  startMs,
  endMs,
}: {
  startMs: number;
  endMs: number;
}): Omit<Standing, 'user_id'> {
  return {
    display_name: 'Yearly',
    plan: 'YEARLY',
    is_active: true,
    trial_ends_ms: null,
    provider: 'paypal',
    start_ms: startMs,
    end_ms: endMs,
    renews_ms: null,
    paypal_status: 'ACTIVE',
    lemon_status: null,
  };
}
