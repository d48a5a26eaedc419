import { DAY_MS } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Audit } from '../../audit/index.ts';
import {
  changeUser,
  findUserByName,
  insertUser,
  type Standing,
  setStanding,
} from '../profile/user-store.ts';
import { newUser, type UserSeed } from '../registration/new-user.ts';
import type { PasswordHasher } from '../secrets/password-hasher.ts';

type DemoAccount = {
  email: string;
  /** Its purpose, as printed at start-up. */
  role: string;
  parentEmail?: string;
  hasYearlyPlan?: boolean;
  seed: Omit<UserSeed, 'username' | 'password_hash'>;
};

const phone = (ending: number) => ({ phone_e164: `+2782555010${ending}`, phone_country: 'ZA' });
const born = { date_of_birth: '1990-01-01' };
/** Far enough in the future for any demo. */
const PAID_UNTIL = '2099-12-31';

/** One account for every kind of user; parents come before their sub-users. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
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

const YEAR_MS = 365 * DAY_MS;

type Deps = {
  db: Db;
  clock: { now: () => number };
  audit: Audit;
  hasher: Pick<PasswordHasher, 'hash' | 'verify'>;
};

async function addAccount(deps: Deps, account: DemoAccount, hash: string): Promise<void> {
  const nowMs = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const parent = account.parentEmail ? await findUserByName(trx, account.parentEmail) : null;
    const user = newUser(nowMs, {
      ...account.seed,
      username: account.email,
      password_hash: hash,
      parent_user_id: parent?.is_demo ? parent.id : null,
      is_demo: true,
      email_confirmed_at_ms: nowMs,
    });
    if (!(await insertUser(trx, user))) return;
    if (account.hasYearlyPlan) {
      const span = { startMs: nowMs, endMs: nowMs + YEAR_MS };
      await setStanding(trx, user.id, yearlyPlan(span));
    }
    const entry = { action: 'account.demo-made', actorId: null, subjectId: user.id };
    await deps.audit.append(trx, entry);
  });
}

/**
 * Creates missing demo accounts and gives all of them the password; idempotent. A regular account under one of their
 * addresses is left alone.
 */
export async function seedDemoAccounts(
  deps: Deps,
  password: string,
): Promise<{ email: string; role: string }[]> {
  let hash: string | null = null;
  const demo: { email: string; role: string }[] = [];
  for (const account of DEMO_ACCOUNTS) {
    const { email, role } = account;
    const user = await findUserByName(deps.db, email);
    if (user && !user.is_demo) continue;
    demo.push({ email, role });
    if (user && (await deps.hasher.verify(password, user.password_hash))) continue;
    hash ??= await deps.hasher.hash(password);
    if (user) await changeUser(deps.db, user.id, { password_hash: hash });
    else await addAccount(deps, account, hash);
  }
  return demo;
}
