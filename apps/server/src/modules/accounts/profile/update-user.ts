import { type AccountChange, AppError } from '@moneytrail/contract';
import type { Updateable } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { phoneInE164 } from '../registration/personal-data.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { type PhoneUpdate, startPhoneChange, tellPhoneChanged } from './change-phone.ts';
import { assertReachable, assertReauthenticated, notFound } from './own.ts';
import { recordedSeats, withdrawSeats } from './suspend-seats.ts';
import { changeUser, findUser, type UserRow } from './user-store.ts';

type Columns = Updateable<Database['users']>;

/** What anybody may change of themselves; everything else is an administrator's. */
const OWN_FIELDS: readonly string[] = ['phone', 'phoneCountry'];

function assertAllowed(session: LiveSession, change: AccountChange): void {
  if (session.user.isSuperAdmin) return;
  const foreign = Object.keys(change).filter((field) => !OWN_FIELDS.includes(field));
  if (foreign.length > 0) {
    throw new AppError('BAD_REQUEST', `${foreign.join(', ')}: cannot be changed here`);
  }
}

/** The columns of a change; absent fields stay as they are. */
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

/** The record names the fields; numbers and names of people stay out of it. */
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

async function applyChange(
  core: Core,
  session: LiveSession,
  changed: { user: UserRow; columns: Columns },
  context: RequestContext,
): Promise<void> {
  const { user, columns } = changed;
  const affected = await core.db.transaction().execute(async (trx) => {
    await changeUser(trx, user.id, columns);
    // Only a commercial account shares.
    const isRetailNow = columns.user_type === 'retail';
    const withdrawn = isRetailNow ? await withdrawSeats(core, trx, user.id) : null;
    const isNewNumber = columns.phone_e164 !== undefined && columns.phone_e164 !== user.phone_e164;
    if (isNewNumber) await tellPhoneChanged(core, trx, user);
    const { before, after } = recorded(user, columns);
    await core.audit.append(trx, {
      action: 'account.changed',
      actorId: session.user._id,
      subjectId: user.id,
      before,
      after: {
        ...after,
        fields: Object.keys(columns),
        ...(withdrawn ? recordedSeats(withdrawn) : {}),
      },
      ...auditContext(context, session.deviceId),
    });
    return [user.id, ...(withdrawn?.suspendedUserIds ?? [])];
  });
  core.accessChanged(affected);
}

/**
 * Changes contact data. One's own new phone number counts only after its code was entered; a super admin changes other
 * people's data at once, and the owner of a number is told; who becomes retail shares nothing any more. New numbers and seats need a sign-in of the last 15
 * minutes. Somebody else's account is not found.
 */
export async function updateUser(
  core: Core,
  session: LiveSession,
  request: { id: string; change: AccountChange },
  context: RequestContext,
): Promise<PhoneUpdate> {
  const { id, change } = request;
  assertReachable(session, id);
  assertAllowed(session, change);
  const user = (await findUser(core.db, id)) ?? notFound();
  const { phone, phoneCountry } = change;
  const phoneE164 =
    phone === undefined || phoneCountry === undefined ? null : phoneInE164(phone, phoneCountry);
  const isNewNumber = phoneE164 !== null && phoneE164 !== user.phone_e164;
  const isOwnNewNumber = isNewNumber && session.user._id === id;
  if (isNewNumber || change.maxSeats !== undefined) assertReauthenticated(core, session);
  const { phone: _phone, phoneCountry: _country, ...others } = change;
  const atOnce = isOwnNewNumber ? columnsOf(others, null) : columnsOf(change, phoneE164);
  const started =
    isOwnNewNumber && phoneCountry
      ? await startPhoneChange(
          core,
          session,
          { user, phone: { e164: phoneE164, country: phoneCountry } },
          context,
        )
      : null;
  if (Object.keys(atOnce).length > 0) {
    await applyChange(core, session, { user, columns: atOnce }, context);
  }
  return started ?? { answer: { needOtp: false }, cookies: [] };
}
