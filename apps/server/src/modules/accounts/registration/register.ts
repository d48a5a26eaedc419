import { dateText } from '@moneytrail/calendar';
import { AppError, type RequestOf, type register as registerEndpoint } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import { type AccountServices, auditContext, type Call, type Seat } from '../account-services.ts';
import { ERASED_AFTER_MS } from '../erasure/erase-deleted.ts';
import { failClosed, limitKey, takeAlone, type WindowAsk } from '../limits/limiter.ts';
import { assertMayCauseMessages, sendMail } from '../limits/sending.ts';
import {
  alreadyRegisteredMail,
  approvalPendingMail,
  deletedAccountMail,
  welcomeMail,
} from '../messages/messages.ts';
import { assertSafePassword } from '../passwords/passwords.ts';
import {
  changeUser,
  findDeleted,
  findUser,
  findUserByName,
  insertUser,
  type NewUser,
  type UserRow,
} from '../profile/user-store.ts';
import { hmac, isSame } from '../secrets/keys.ts';
import { ageProblem, newUser, phoneInE164 } from './new-user.ts';

type Registration = RequestOf<typeof registerEndpoint>['body'];

const DEAD_INVITE = 'This invite is not valid any more. Please ask for a new one.';

function registrationAsk(call: Call): WindowAsk {
  const key = limitKey(call.keys.limits, 'register', subscriberOf(call.address));
  return { key, windows: [call.limits.registerFromAddress] };
}

/**
 * Claims an invite, which makes the account a sub-user of the inviter. An invalid invite fails the whole registration,
 * and a valid one is used up, even if the address already has an account: an invite must not reveal who is registered.
 */
async function claimInvite(
  services: AccountServices,
  trx: Trx,
  invite: { token: string; userId: string | null },
): Promise<Seat> {
  const seat = await services.seats.claimInvite(trx, invite);
  if (!seat) throw new AppError('BAD_REQUEST', DEAD_INVITE);
  return seat;
}

type Addressee = Pick<UserRow, 'id' | 'username' | 'first_name'>;

/** The mail with the link that confirms the address. */
export function sendConfirmation(
  services: AccountServices,
  trx: Trx,
  user: Addressee,
  isApproved: boolean,
) {
  const token = confirmationToken(services, user);
  const mail = isApproved
    ? welcomeMail(services, user, token)
    : approvalPendingMail(services, user, token);
  return sendMail(services, trx, mail);
}

/** Mails the owner of an address that is taken, also if the account is deleted. */
async function tellOwner(call: Call, trx: Trx, username: string): Promise<UserRow | null> {
  const owner = await findUserByName(trx, username);
  if (owner) await sendMail(call, trx, alreadyRegisteredMail(call, owner));
  const deleted = owner ? null : await findDeleted(trx, { username });
  if (deleted?.deleted_at_ms) {
    const erasedOn = dateText('longDate', deleted.deleted_at_ms + ERASED_AFTER_MS, 'en-GB');
    await sendMail(call, trx, deletedAccountMail(deleted, erasedOn));
  }
  return owner ?? deleted;
}

async function store(
  call: Call,
  user: NewUser,
  token: string | null,
): Promise<{ isPending: boolean }> {
  return call.db.transaction().execute(async (trx) => {
    const isNew = await insertUser(trx, user);
    const userId = isNew ? user.id : null;
    const seat = token === null ? null : await claimInvite(call, trx, { token, userId });
    const isApproved = seat?.isApproved ?? false;
    if (isNew && seat) {
      const { parentUserId } = seat;
      await changeUser(trx, user.id, { parent_user_id: parentUserId, is_approved: isApproved });
    }
    const owner = isNew ? null : await tellOwner(call, trx, user.username);
    if (isNew) await sendConfirmation(call, trx, user, isApproved);
    const after = {
      userType: user.user_type,
      isInvited: seat !== null,
      ...(seat ? { parentUserId: seat.parentUserId, isApproved } : {}),
    };
    await call.audit.append(trx, {
      action: isNew ? 'account.registered' : 'account.registered-again',
      actorId: null,
      subjectId: userId ?? owner?.id ?? null,
      ...(isNew ? { after } : {}),
      ...auditContext(call),
    });
    return { isPending: !isApproved };
  });
}

/**
 * Registers an account, which may sign in once it is approved by an administrator or by the setting for invites. An
 * address that already has an account gets the same answer after the same work, and its owner gets a mail.
 */
export function register(call: Call, registration: Registration): Promise<{ isPending: boolean }> {
  return failClosed(async () => {
    const { email, password, phoneCountry } = registration;
    const nowMs = call.clock.now();
    const ageIssue = ageProblem(registration.dateOfBirth, nowMs);
    if (ageIssue) throw new AppError('BAD_REQUEST', `dateOfBirth: ${ageIssue}`);
    const phone = phoneInE164(registration.phone, phoneCountry);
    await assertSafePassword(call, 'password', password, { email, isSuperAdmin: false });
    await assertMayCauseMessages(call, [registrationAsk(call)]);
    const invite = registration.invite ?? null;
    const user = newUser(nowMs, {
      username: email,
      first_name: registration.firstName,
      last_name: registration.lastName,
      password_hash: await call.hasher.hash(password),
      user_type: invite === null ? registration.userType : 'commercial',
      phone_e164: phone,
      phone_country: phoneCountry,
      trading_view_username: registration.tradingViewUsername || null,
      gender: registration.gender,
      date_of_birth: registration.dateOfBirth,
    });
    return store(call, user, invite);
  });
}

const NOT_VALID = 'The link is not valid.';
const CONFIRMED = 'Your email address is confirmed.';

type Owner = Pick<UserRow, 'id' | 'username'>;

function proofOf(services: Pick<AccountServices, 'keys'>, user: Owner): Buffer {
  return hmac(services.keys.emailConfirmation, [user.id, user.username]);
}

/** The token of the link in the first mail: bound to the account and its address, valid until the address changes. */
function confirmationToken(services: Pick<AccountServices, 'keys'>, user: Owner): string {
  return `${user.id}.${proofOf(services, user).toString('base64url')}`;
}

/** Confirms the email address; confirming it twice is audited once. */
export async function confirmEmail(
  call: Call,
  request: { token: string },
): Promise<{ message: string; isApproved: boolean }> {
  const [, id, proof] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(request.token) ?? [];
  const nowMs = call.clock.now();
  const isApproved = await call.db.transaction().execute(async (trx) => {
    const user = id ? await findUser(trx, id, 'for update') : null;
    const isGenuine = user && isSame(proofOf(call, user), Buffer.from(proof ?? '', 'base64url'));
    if (!isGenuine) throw new AppError('CONFIRM_TOKEN_INVALID', NOT_VALID);
    if (user.email_confirmed_at_ms !== null) return user.is_approved;
    await changeUser(trx, user.id, { email_confirmed_at_ms: nowMs });
    const entry = { action: 'account.email-confirmed', actorId: user.id, subjectId: user.id };
    await call.audit.append(trx, { ...entry, ...auditContext(call) });
    return user.is_approved;
  });
  return { message: CONFIRMED, isApproved };
}

const RESENT = 'If the address still has to be confirmed, another link is on its way.';
const RESEND_SECONDS = 60;

/** Mails the confirmation link again; the answer is the same if there is nothing to confirm. */
export function resendConfirmation(
  call: Call,
  { email }: { email: string },
): Promise<{ message: string; cooldownSeconds: number }> {
  return failClosed(async () => {
    await assertMayCauseMessages(call);
    const key = limitKey(call.keys.limits, 'confirmation', email);
    const asks = [{ key, windows: call.limits.sendToAccount }];
    const { isAllowed } = await takeAlone(call.db, asks, call.clock.now());
    const user = await findUserByName(call.db, email);
    if (user && user.email_confirmed_at_ms === null && isAllowed) {
      await call.db.transaction().execute(async (trx) => {
        await sendConfirmation(call, trx, user, user.is_approved);
        const entry = {
          action: 'account.confirmation-sent',
          actorId: null,
          subjectId: user.id,
        };
        await call.audit.append(trx, { ...entry, ...auditContext(call) });
      });
    }
    return { message: RESENT, cooldownSeconds: RESEND_SECONDS };
  });
}
