import { DAY_MS } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Audit } from '../../audit/index.ts';
import { changeUser, findUserByName, insertUser, setStanding } from '../profile/user-store.ts';
import { newUser } from '../registration/new-user.ts';
import type { PasswordHasher } from '../secrets/password-hasher.ts';
import { DEMO_ACCOUNTS, type DemoAccount, yearlyPlan } from './demo-accounts.ts';

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
 * Makes the demo accounts that are missing and gives all of them the password; doing it twice changes nothing. An account
 * that somebody registered under one of their addresses is left alone. Answers the addresses and what each is for.
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
