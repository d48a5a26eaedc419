import { type AccountChange, AppError, type CodeSent } from '@moneytrail/contract';
import type { Updateable } from 'kysely';
import type { Database, Trx } from '../../../db/index.ts';
import {
  type AccountServices,
  auditContext,
  type CookieChange,
  type UserCall,
} from '../account-services.ts';
import { failClosed } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { phoneChangedMail, phoneChangedText } from '../messages/messages.ts';
import { phoneInE164 } from '../registration/new-user.ts';
import type { LiveSession } from '../sessions/session-reader.ts';
import {
  checkCode,
  findChallenge,
  findOpenChallenge,
  NO_CHALLENGE,
  openChallenge,
} from '../sign-in/challenge.ts';
import { sendCode } from '../sign-in/send-code.ts';
import { assertCurrent, assertReachable, assertReauthenticated, notFound } from './guards.ts';
import { recordedSeats, withdrawSeats } from './suspend-seats.ts';
import { changeUser, findUser, type UserRow } from './user-store.ts';

type Columns = Updateable<Database['users']>;

/** Fields that users may change themselves; all others are reserved for administrators. */
const OWN_FIELDS: readonly string[] = ['phone', 'phoneCountry', 'revision'];

function assertAllowed(session: LiveSession, change: AccountChange): void {
  if (session.user.isSuperAdmin) return;
  const foreign = Object.keys(change).filter((field) => !OWN_FIELDS.includes(field));
  if (foreign.length > 0) {
    throw new AppError('BAD_REQUEST', `${foreign.join(', ')}: cannot be changed here`);
  }
}

function columnsOf(change: AccountChange, phoneE164: string | null): Columns {
  const columns: Columns = {};
  if (change.firstName !== undefined) columns.first_name = change.firstName;
  if (change.lastName !== undefined) columns.last_name = change.lastName;
  if (change.tradingViewUsername !== undefined) {
    columns.trading_view_username = change.tradingViewUsername || null;
  }
  if (change.userType !== undefined) columns.user_type = change.userType;
  if (change.maxSeats !== undefined) columns.max_seats = change.maxSeats;
  if (phoneE164 !== null) columns.phone_e164 = phoneE164;
  if (change.phoneCountry !== undefined) columns.phone_country = change.phoneCountry;
  return columns;
}

/** The audit entry names the changed fields; it holds no phone numbers and no names. */
function recorded(user: UserRow, columns: Columns): { before: Columns; after: Columns } {
  const before: Columns = {};
  const after: Columns = {};
  if (columns.user_type) {
    before.user_type = user.user_type;
    after.user_type = columns.user_type;
  }
  if (columns.max_seats !== undefined) {
    before.max_seats = user.max_seats;
    after.max_seats = columns.max_seats;
  }
  return { before, after };
}

const isChange = (user: UserRow, columns: Columns) =>
  Object.entries(columns).some(([name, value]) => user[name as keyof UserRow] !== value);

/** Throws 409 if a new seat maximum is below the number of members that hold a seat. */
async function assertSeatsFit(call: UserCall, trx: Trx, user: UserRow, most: number) {
  const used = await call.seats.countUsedSeats(trx, user.id);
  if (used <= most) return;
  const are = used === 1 ? '1 seat is' : `${used} seats are`;
  throw new AppError('CONFLICT', `${are} in use: the maximum cannot be ${most}.`);
}

async function applyChange(
  call: UserCall,
  changed: { id: string; columns: Columns; revision: number | undefined },
): Promise<void> {
  const { id, columns, revision } = changed;
  const affected = await call.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, id, 'for update')) ?? notFound();
    if (!isChange(user, columns)) return [];
    assertCurrent(user, revision);
    const { max_seats } = columns;
    if (typeof max_seats === 'number') await assertSeatsFit(call, trx, user, max_seats);
    await changeUser(trx, user.id, columns);
    // Only commercial accounts have seats.
    const isRetailNow = columns.user_type === 'retail';
    const withdrawn = isRetailNow ? await withdrawSeats(call, trx, user.id) : null;
    const isNewNumber = columns.phone_e164 !== undefined && columns.phone_e164 !== user.phone_e164;
    if (isNewNumber) await tellPhoneChanged(call, trx, user);
    const { before, after } = recorded(user, columns);
    await call.audit.append(trx, {
      action: 'account.changed',
      actorId: call.session.user._id,
      subjectId: user.id,
      before,
      after: {
        ...after,
        fields: Object.keys(columns),
        ...(withdrawn ? recordedSeats(withdrawn) : {}),
      },
      ...auditContext(call),
    });
    return [user.id, ...(withdrawn?.suspendedUserIds ?? [])];
  });
  if (affected.length > 0) call.accessChanged(affected);
}

/**
 * Changes contact data. The caller's own new phone number takes effect only after its code has been entered; a super
 * admin's changes to others take effect at once, and the owner of the old number is notified. An account that becomes
 * retail loses its seats. New numbers, and every change of somebody else's account, require re-authentication.
 */
export async function updateUser(
  call: UserCall,
  request: { id: string; change: AccountChange },
): Promise<PhoneUpdate> {
  const { id, change } = request;
  assertReachable(call.session, id);
  assertAllowed(call.session, change);
  const user = (await findUser(call.db, id)) ?? notFound();
  const { phone, phoneCountry, revision } = change;
  const isOwn = call.session.user._id === id;
  const phoneE164 =
    phone === undefined || phoneCountry === undefined ? null : phoneInE164(phone, phoneCountry);
  const isNewNumber = phoneE164 !== null && phoneE164 !== user.phone_e164;
  const isOwnNewNumber = isNewNumber && isOwn;
  if (!isOwn || isNewNumber || change.maxSeats !== undefined) {
    assertReauthenticated(call, call.session);
  }
  const { phone: _phone, phoneCountry: _country, ...others } = change;
  const atOnce = isOwnNewNumber ? columnsOf(others, null) : columnsOf(change, phoneE164);
  const started =
    isOwnNewNumber && phoneCountry
      ? await startPhoneChange(call, { user, phone: { e164: phoneE164, country: phoneCountry } })
      : null;
  if (Object.keys(atOnce).length > 0) {
    await applyChange(call, { id, columns: atOnce, revision });
  }
  return started ?? { answer: { needOtp: false }, cookies: [] };
}

/** `needOtp` if a code is required; the other fields describe the code that was sent. */
type PhoneUpdate = {
  answer: { needOtp: boolean } & Partial<CodeSent>;
  cookies: CookieChange[];
};

const WRONG_CODE = 'The code is not correct or has expired.';
const NO_TRIES = 'Too many attempts. Please start again.';

/** Sends a code to the new number; the old number stays in use until the code has been entered. */
function startPhoneChange(
  call: UserCall,
  change: { user: UserRow; phone: { e164: string; country: string } },
): Promise<PhoneUpdate> {
  return failClosed(async () => {
    const { user, phone } = change;
    const opened = await openChallenge(call, call.db, {
      userId: user.id,
      deviceId: call.session.deviceId,
      purpose: 'phone',
      phone,
    });
    const challenge = (await findChallenge(call.db, opened.id)) ?? notFound();
    const { country } = phone;
    const sent = await sendCode(call, { challenge, user, factor: 'sms', country });
    return { answer: { needOtp: true, ...sent }, cookies: [opened.cookie] };
  });
}

/** Notifies the account's address and its old number. */
async function tellPhoneChanged(services: AccountServices, trx: Trx, user: UserRow): Promise<void> {
  await sendNotice(services, trx, phoneChangedMail(user));
  const to = user.phone_e164;
  if (to) await services.outbox.add(trx, { channel: 'sms', to, text: phoneChangedText() });
}

/**
 * Replaces the phone number once the code sent to the new one is entered. Tries count together with those of sign-ins.
 * The old number and the address are notified.
 */
export function confirmPhone(
  call: UserCall,
  request: { username: string; code: string },
): Promise<{ answer: { phoneE164: string; phoneCountry: string }; cookies: CookieChange[] }> {
  return failClosed(async () => {
    const user = (await findUser(call.db, call.session.user._id)) ?? notFound();
    const open = await findOpenChallenge(call, user.id);
    const number = open?.purpose === 'phone' ? open.phone_e164 : null;
    const country = open?.phone_country;
    if (!open || !number || !country || request.username !== user.username) {
      throw new AppError('INVALID_CODE', WRONG_CODE);
    }
    const { deviceId } = call.session;
    const verdict = await call.db.transaction().execute(async (trx) => {
      // Lock the account before the code and its limit, in the same order as sign-ins and password changes.
      const locked = (await findUser(trx, user.id, 'for update')) ?? notFound();
      const given = { factor: 'sms', code: request.code } as const;
      const checked = await checkCode(call, trx, { id: open.id, deviceId }, given);
      if (checked === 'right') {
        await changeUser(trx, user.id, { phone_e164: number, phone_country: country });
        await tellPhoneChanged(call, trx, locked);
      }
      const action = checked === 'right' ? 'account.phone-changed' : 'code.wrong';
      const entry = { action, actorId: user.id, subjectId: user.id };
      await call.audit.append(trx, { ...entry, ...auditContext(call, deviceId) });
      return checked;
    });
    if (verdict === 'wrong') throw new AppError('INVALID_CODE', WRONG_CODE);
    if (verdict === 'ended') throw new AppError('CHALLENGE_ENDED', NO_TRIES);
    call.sessions.forget([user.id]);
    return { answer: { phoneE164: number, phoneCountry: country }, cookies: [NO_CHALLENGE] };
  });
}
