import { AppError, canonicalEmail, isEmail } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import type { Audit } from '../../audit/index.ts';
import { assertNewPassword } from '../passwords/passwords.ts';
import { findUserByName, insertUser } from '../profile/user-store.ts';
import { newUser, phoneInE164 } from '../registration/new-user.ts';
import { createPasswordHasher } from '../secrets/password-hasher.ts';

export type NewAdmin = {
  email: string;
  password: string;
  /** Receives the codes; without it the administrator signs in by recovery codes. */
  phone?: { number: string; country: string };
};

type Deps = { db: Db; clock: { now: () => number }; audit: Audit };

/**
 * Creates a super admin; if the address already has an account, changes nothing and returns `false`. Throws 400 naming
 * the invalid field.
 */
export async function createAdminAccount(deps: Deps, admin: NewAdmin): Promise<boolean> {
  const email = canonicalEmail(admin.email);
  if (!isEmail(email)) throw new AppError('BAD_REQUEST', 'email: Email must be valid');
  if (await findUserByName(deps.db, email)) return false;
  assertNewPassword('password', admin.password, { email, isSuperAdmin: true });
  const nowMs = deps.clock.now();
  const { phone } = admin;
  const user = newUser(nowMs, {
    username: email,
    first_name: 'Super',
    last_name: 'Admin',
    password_hash: await createPasswordHasher().hash(admin.password),
    user_type: 'commercial',
    is_super_admin: true,
    is_approved: true,
    email_confirmed_at_ms: nowMs,
    phone_e164: phone ? phoneInE164(phone.number, phone.country) : null,
    phone_country: phone?.country ?? 'ZA',
  });
  return deps.db.transaction().execute(async (trx) => {
    const isNew = await insertUser(trx, user);
    const entry = { action: 'account.admin-made', actorId: null, subjectId: user.id };
    if (isNew) await deps.audit.append(trx, entry);
    return isNew;
  });
}
