import { createHash } from 'node:crypto';
import { AppError, passwordProblems } from '@moneytrail/contract';
import { isCommonPassword } from '@moneytrail/contract/common-passwords';
import type { Trx, Writer } from '../../../db/index.ts';
import type { Log } from '../../../log.ts';
import { type AccountServices, auditContext, type UserCall } from '../account-services.ts';
import { failClosed } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { guardAttempt, unlockAccount } from '../limits/sign-in-guard.ts';
import { passwordChangedMail } from '../messages/messages.ts';
import { changeUser, findUser, type UserRow } from '../profile/user-store.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { endOpenChallenges } from '../sign-in/challenge.ts';

const ADMIN_MIN_LENGTH = 12;
const LEAKED = 'This password is known from a data leak. Please choose another one.';

type Owner = { email: string; isSuperAdmin: boolean };

/** Throws 400 with the field and every rule that the password breaks. */
export function assertNewPassword(field: string, password: string, owner: Owner): void {
  const problems = passwordProblems(password, {
    email: owner.email,
    isCommon: isCommonPassword,
    ...(owner.isSuperAdmin ? { minLength: ADMIN_MIN_LENGTH } : {}),
  });
  if (problems.length > 0) throw new AppError('BAD_REQUEST', `${field}: ${problems.join('. ')}`);
}

/** Also refuses passwords known from a leak, if a breach service is configured. */
export async function assertSafePassword(
  services: Pick<AccountServices, 'isBreached'>,
  field: string,
  password: string,
  owner: Owner,
): Promise<void> {
  assertNewPassword(field, password, owner);
  if (await services.isBreached(password)) throw new AppError('BAD_REQUEST', `${field}: ${LEAKED}`);
}

/**
 * Sets a new password: ends all sessions except `keptSessionId`, invalidates reset links, open challenges and trusted
 * devices, and resets the failure count. `provenHash` is the hash that the existing password was verified against; if
 * it has been replaced since, nothing changes and the result is `false`.
 */
export async function setPassword(
  services: AccountServices,
  trx: Trx,
  user: UserRow,
  change: { hash: string; provenHash: string | null; keptSessionId: string | null },
): Promise<boolean> {
  const nowMs = services.clock.now();
  const current = await findUser(trx, user.id, 'for update');
  const { provenHash } = change;
  if (!current || (provenHash !== null && current.password_hash !== provenHash)) return false;
  await unlockAccount(services, trx, user.username);
  await changeUser(trx, user.id, { password_hash: change.hash, trusted_since_ms: nowMs });
  await spendResetTokens(trx, user.id, nowMs);
  await endOpenChallenges(trx, { userId: user.id }, nowMs);
  await endOpenSessions(
    trx,
    {
      userId: user.id,
      ...(change.keptSessionId === null ? {} : { exceptId: change.keptSessionId }),
    },
    { reason: 'password changed', nowMs },
  );
  return true;
}

const WRONG = 'currentPassword: The existing password is not correct.';
const SAME = 'newPassword: Password can not be the same as the existing one.';

type Change = { currentPassword: string; newPassword: string };

async function refuse(call: UserCall): Promise<never> {
  const userId = call.session.user._id;
  const entry = { action: 'password.change-refused', actorId: userId, subjectId: userId };
  await call.audit.record({ ...entry, ...auditContext(call) });
  throw new AppError('BAD_REQUEST', WRONG);
}

/** Guesses of the existing password in an open session are limited like sign-ins, with a separate counter. */
function proveExisting(call: UserCall, user: UserRow, password: string): Promise<void> {
  const who = {
    username: user.username,
    address: call.address,
    trustedDeviceId: `session ${call.session.id}`,
  };
  return guardAttempt(call, who, async (attempt) => {
    const isRight = await call.hasher.verify(password, user.password_hash);
    if (!isRight || !attempt.isOpen) await refuse(call);
  });
}

/** Changes the caller's password after verifying the existing one; all other sessions end. */
export function changePassword(call: UserCall, change: Change): Promise<{ message: string }> {
  return failClosed(async () => {
    const user = await findUser(call.db, call.session.user._id);
    if (!user) throw new AppError('NOT_FOUND', 'The requested resource was not found.');
    await proveExisting(call, user, change.currentPassword);
    if (change.newPassword === change.currentPassword) throw new AppError('BAD_REQUEST', SAME);
    const owner = { email: user.username, isSuperAdmin: user.is_super_admin };
    await assertSafePassword(call, 'newPassword', change.newPassword, owner);
    const hash = await call.hasher.hash(change.newPassword);
    await call.db.transaction().execute(async (trx) => {
      const isSet = await setPassword(call, trx, user, {
        hash,
        provenHash: user.password_hash,
        keptSessionId: call.session.id,
      });
      if (!isSet) throw new AppError('BAD_REQUEST', WRONG);
      await sendNotice(call, trx, passwordChangedMail(call, user));
      const entry = { action: 'password.changed', actorId: user.id, subjectId: user.id };
      await call.audit.append(trx, { ...entry, ...auditContext(call) });
    });
    call.accessChanged([user.id]);
    return { message: 'Your password has been changed.' };
  });
}

const TIMEOUT_MS = 1_000;
const PREFIX_LENGTH = 5;

/**
 * Queries a range service such as Have I Been Pwned: it receives the first five of the hash's forty hex digits and
 * returns all hashes that begin with them. A service that does not answer within a second counts as "not leaked" and is
 * logged.
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export function createBreachCheck(
  deps: { log: Log },
  rangeUrl: string | null,
): AccountServices['isBreached'] {
  if (rangeUrl === null) return async () => false;
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const [prefix, rest] = [hash.slice(0, PREFIX_LENGTH), hash.slice(PREFIX_LENGTH)];
    try {
      const response = await fetch(`${rangeUrl}/${prefix}`, {
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the breach service answered ${response.status}`);
      const lines = (await response.text()).split(/\r?\n/);
      // Padding lines have a count of 0.
      return lines.some((line) => line.startsWith(`${rest}:`) && !line.endsWith(':0'));
    } catch (error) {
      deps.log.warn({ err: error }, 'a password could not be checked against known leaks');
      return false;
    }
  };
}

/** Invalidates every open reset link of a user. */
export async function spendResetTokens(db: Writer, userId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('reset_tokens')
    .set({ used_at_ms: nowMs })
    .where('user_id', '=', userId)
    .where('used_at_ms', 'is', null)
    .execute();
}
