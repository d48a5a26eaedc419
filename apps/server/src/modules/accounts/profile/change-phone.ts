import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { auditContext, type CookieChange, type Core, type RequestContext } from '../core.ts';
import { failClosed } from '../limits/limiter.ts';
import { sendNotice } from '../limits/sending.ts';
import { phoneChangedMail, phoneChangedText } from '../messages/messages.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { findOpenChallenge, NO_CHALLENGE, openChallenge } from '../sign-in/challenge.ts';
import { findChallenge } from '../sign-in/challenge-store.ts';
import { checkCode } from '../sign-in/check-code.ts';
import { sendCode } from '../sign-in/send-code.ts';
import { notFound } from './own.ts';
import { changeUser, findUser, type UserRow } from './user-store.ts';

/** Whether a code is awaited, and when another one may be asked for. */
export type PhoneUpdate = {
  answer: {
    needOtp: boolean;
    isSent?: boolean;
    hasCode?: boolean;
    nextAvailableAt?: number;
    cooldownSeconds?: number;
  };
  cookies: CookieChange[];
};

const WRONG_CODE = 'The code is not correct or has expired.';
const NO_TRIES = 'Too many attempts. Please start again.';

/** Sends a code to the new number; until it is entered the old number stays and receives codes. */
export function startPhoneChange(
  core: Core,
  session: LiveSession,
  change: { user: UserRow; phone: { e164: string; country: string } },
  context: RequestContext,
): Promise<PhoneUpdate> {
  return failClosed(async () => {
    const { user, phone } = change;
    const opened = await openChallenge(core, core.db, {
      userId: user.id,
      deviceId: session.deviceId,
      purpose: 'phone',
      phone,
    });
    const challenge = (await findChallenge(core.db, opened.id)) ?? notFound();
    const { country } = phone;
    const sent = await sendCode(core, context, { challenge, user, factor: 'sms', country });
    return { answer: { needOtp: true, ...sent }, cookies: [opened.cookie] };
  });
}

/** Tells the address and the number that codes were sent to so far. */
export async function tellPhoneChanged(
  core: Core,
  trx: Transaction<Database>,
  user: UserRow,
): Promise<void> {
  await sendNotice(core, trx, phoneChangedMail(user));
  const to = user.phone_e164;
  if (to) await core.outbox.add(trx, { channel: 'sms', to, text: phoneChangedText() });
}

/**
 * Makes the pending number the account's own, by the code that was sent to it. Tries count together with those of
 * sign-ins. The old number and the address are told.
 */
export function confirmPhone(
  core: Core,
  session: LiveSession,
  request: { username: string; code: string },
  context: RequestContext,
): Promise<{ answer: { phoneE164: string; phoneCountry: string }; cookies: CookieChange[] }> {
  return failClosed(async () => {
    const user = (await findUser(core.db, session.user._id)) ?? notFound();
    const open = await findOpenChallenge(core, context, user.id);
    const number = open?.purpose === 'phone' ? open.phone_e164 : null;
    const country = open?.phone_country;
    if (!open || !number || !country || request.username !== user.username) {
      throw new AppError('INVALID_CODE', WRONG_CODE);
    }
    const { deviceId } = session;
    const verdict = await core.db.transaction().execute(async (trx) => {
      // The account before the code and its limit, as sign-ins and new passwords lock them too.
      const locked = (await findUser(trx, user.id, 'for update')) ?? notFound();
      const given = { factor: 'sms', code: request.code } as const;
      const checked = await checkCode(core, trx, { id: open.id, deviceId }, given);
      if (checked === 'right') {
        await changeUser(trx, user.id, { phone_e164: number, phone_country: country });
        await tellPhoneChanged(core, trx, locked);
      }
      const action = checked === 'right' ? 'account.phone-changed' : 'code.wrong';
      const entry = { action, actorId: user.id, subjectId: user.id };
      await core.audit.append(trx, { ...entry, ...auditContext(context, deviceId) });
      return checked;
    });
    if (verdict === 'wrong') throw new AppError('INVALID_CODE', WRONG_CODE);
    if (verdict === 'ended') throw new AppError('CHALLENGE_ENDED', NO_TRIES);
    core.sessions.forget([user.id]);
    return { answer: { phoneE164: number, phoneCountry: country }, cookies: [NO_CHALLENGE] };
  });
}
