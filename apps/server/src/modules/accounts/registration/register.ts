import { AppError, type RequestOf, type register as registerEndpoint } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import { auditContext, type Core, type RequestContext, type Seat } from '../core.ts';
import { failClosed, limitKey, type WindowAsk } from '../limits/limiter.ts';
import { assertMayCauseMessages, sendMail } from '../limits/sending.ts';
import { alreadyRegisteredMail, approvalPendingMail, welcomeMail } from '../messages/messages.ts';
import { assertSafePassword } from '../passwords/set-password.ts';
import { changeUser, findUserByName, insertUser, type NewUser } from '../profile/user-store.ts';
import { confirmationToken } from './confirm-email.ts';
import { newUser } from './new-user.ts';
import { ageProblem, phoneInE164 } from './personal-data.ts';

export type Registration = RequestOf<typeof registerEndpoint>['body'];

const DEAD_INVITE = 'This invite is not valid any more. Please ask for a new one.';

/** What a registration asks of the address it comes from, besides what its mail asks. */
function registrationAsk(core: Core, { address }: RequestContext): WindowAsk {
  const key = limitKey(core.keys.limits, 'register', subscriberOf(address));
  return { key, windows: [core.limits.registerFromAddress] };
}

/**
 * An invite makes the account its giver's sub-user; one that is dead takes the whole registration back, also where the
 * address has an account: nobody learns from an invite who is registered.
 */
async function takeInviteUp(
  core: Core,
  trx: Transaction<Database>,
  invite: { token: string; userId: string | null },
): Promise<Seat> {
  const seat = await core.seats.claimInvite(trx, invite);
  if (!seat) throw new AppError('BAD_REQUEST', DEAD_INVITE);
  return seat;
}

function sendFirstMail(core: Core, trx: Transaction<Database>, user: NewUser, isApproved: boolean) {
  const token = confirmationToken(core, user);
  const mail = isApproved ? welcomeMail(core, user, token) : approvalPendingMail(core, user, token);
  return sendMail(core, trx, mail);
}

/** Stores the account and answers whether it has to be approved. */
async function store(
  core: Core,
  context: RequestContext,
  user: NewUser,
  token: string | null,
): Promise<{ isPending: boolean }> {
  return core.db.transaction().execute(async (trx) => {
    const isNew = await insertUser(trx, user);
    const userId = isNew ? user.id : null;
    const seat = token === null ? null : await takeInviteUp(core, trx, { token, userId });
    const isApproved = seat?.isApproved ?? false;
    if (isNew && seat) {
      const { parentUserId } = seat;
      await changeUser(trx, user.id, { parent_user_id: parentUserId, is_approved: isApproved });
    }
    const owner = isNew ? null : await findUserByName(trx, user.username);
    if (owner) await sendMail(core, trx, alreadyRegisteredMail(core, owner));
    if (isNew) await sendFirstMail(core, trx, user, isApproved);
    const after = {
      userType: user.user_type,
      isInvited: seat !== null,
      ...(seat ? { parentUserId: seat.parentUserId, isApproved } : {}),
    };
    await core.audit.append(trx, {
      action: isNew ? 'account.registered' : 'account.registered-again',
      actorId: null,
      subjectId: userId,
      ...(isNew ? { after } : {}),
      ...auditContext(context),
    });
    return { isPending: !isApproved };
  });
}

/**
 * Registers a person, who may sign in when an administrator, or the operator's setting for invites, has approved them.
 * An address that has an account gets the same answer, after the same work; its owner gets a mail.
 */
export function register(
  core: Core,
  registration: Registration,
  context: RequestContext,
): Promise<{ isPending: boolean }> {
  return failClosed(async () => {
    const { email, password, phoneCountry } = registration;
    const nowMs = core.clock.now();
    const ageIssue = ageProblem(registration.dateOfBirth, nowMs);
    if (ageIssue) throw new AppError('BAD_REQUEST', `dateOfBirth: ${ageIssue}`);
    const phone = phoneInE164(registration.phone, phoneCountry);
    await assertSafePassword(core, 'password', password, { email, isSuperAdmin: false });
    await assertMayCauseMessages(core, context, [registrationAsk(core, context)]);
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
    return store(core, context, user, invite);
  });
}
