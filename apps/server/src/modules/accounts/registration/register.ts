import { AppError, type RequestOf, type register as registerEndpoint } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { appendAudit } from '../../audit/index.ts';
import { type Caller, type Core, whence } from '../core.ts';
import { failClosed, limitKey, takeAlone } from '../limits/limiter.ts';
import { TOO_MANY } from '../limits/sign-in-guard.ts';
import { alreadyRegisteredMail, approvalPendingMail } from '../messages/mails.ts';
import { assertSafePassword } from '../passwords/new-password.ts';
import { changeUser, findUserByName, insertUser, type NewUser } from '../profile/user-store.ts';
import { ageProblem } from './age.ts';
import { newUser } from './new-user.ts';
import { phoneInE164 } from './phone.ts';

export type Registration = RequestOf<typeof registerEndpoint>['body'];

const DEAD_INVITE = 'This invite is not valid any more. Please ask for a new one.';

async function assertRoom(core: Core, caller: Caller): Promise<void> {
  const key = limitKey(core.keys.limits, 'register', caller.address);
  const ask = { key, windows: [core.limits.registerFromAddress] };
  const verdict = await takeAlone(core.db, [ask], core.clock.now());
  if (!verdict.isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
}

/** An invite makes the account its giver's sub-user; one that is dead takes the whole registration back. */
async function takeInviteUp(
  core: Core,
  trx: Transaction<Database>,
  user: NewUser,
  token: string,
): Promise<void> {
  const claimed = await core.claimInvite(trx, { token, userId: user.id });
  if (!claimed) throw new AppError('BAD_REQUEST', DEAD_INVITE);
  await changeUser(trx, user.id, { parent_user_id: claimed.parentUserId });
}

async function store(
  core: Core,
  caller: Caller,
  user: NewUser,
  invite: string | null,
): Promise<boolean> {
  const nowMs = core.clock.now();
  return core.db.transaction().execute(async (trx) => {
    const isNew = await insertUser(trx, user);
    if (isNew && invite !== null) await takeInviteUp(core, trx, user, invite);
    const entry = {
      action: isNew ? 'account.registered' : 'account.registered-again',
      actorId: null,
      subjectId: isNew ? user.id : null,
      ...(isNew ? { after: { userType: user.user_type, isInvited: invite !== null } } : {}),
    };
    await appendAudit({ trx, nowMs }, { ...entry, ...whence(caller) });
    return isNew;
  });
}

/**
 * Registers a person, who may sign in when an administrator has approved them. An address that has an account gets the
 * same answer, after the same work; its owner gets a mail.
 */
export function register(
  core: Core,
  registration: Registration,
  caller: Caller,
): Promise<{ isPending: boolean }> {
  return failClosed(async () => {
    const { email, password, phoneCountry } = registration;
    const nowMs = core.clock.now();
    const ageIssue = ageProblem(registration.dateOfBirth, nowMs);
    if (ageIssue) throw new AppError('BAD_REQUEST', `dateOfBirth: ${ageIssue}`);
    const phone = phoneInE164(registration.phone, phoneCountry);
    await assertSafePassword(core, 'password', password, { email, isSuperAdmin: false });
    await assertRoom(core, caller);
    const invite = registration.invite ?? null;
    const user = newUser(nowMs, {
      username: email,
      first_name: registration.firstName,
      last_name: registration.lastName,
      password_hash: await core.hasher.hash(password),
      user_type: invite === null ? registration.userType : 'commercial',
      phone_e164: phone,
      phone_country: phoneCountry,
      trading_view_username: registration.tradingViewUsername || null,
      gender: registration.gender,
      date_of_birth: registration.dateOfBirth,
    });
    if (await store(core, caller, user, invite)) {
      core.mailLater(approvalPendingMail(user));
    } else {
      const owner = await findUserByName(core.db, email);
      if (owner) core.mailLater(alreadyRegisteredMail(core, owner));
    }
    return { isPending: true };
  });
}
