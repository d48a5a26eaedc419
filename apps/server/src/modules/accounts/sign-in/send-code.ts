import { AppError, type CodeSent } from '@moneytrail/contract';
import { type AccountServices, auditContext, type Call } from '../account-services.ts';
import {
  failClosed,
  limitKey,
  takeAlone,
  type WindowAsk,
  type WindowsVerdict,
} from '../limits/limiter.ts';
import { addressAsks, countryAsk, recipientAsk } from '../limits/sending.ts';
import { codeText, recoveryCodeMail } from '../messages/messages.ts';
import { findUserByName, type UserRow } from '../profile/user-store.ts';
import { phoneEndingOf } from '../registration/new-user.ts';
import { codeHash, type Factor, newCode } from '../secrets/tokens.ts';
import {
  type ChallengeRow,
  CODE_MS,
  changeChallenge,
  findLastSmsUse,
  findOpenChallenge,
  maySend,
} from './challenge.ts';

const COOLDOWN_MS = 60_000;
const TOO_MANY =
  'Too many requests at this time. Please wait 60s and before requesting a new code.';

type Target = { challenge: ChallengeRow; user: UserRow; factor: Factor; country: string };

type Sent = Pick<CodeSent, 'isSent' | 'hasCode' | 'codeWasFor' | 'phoneEnding'>;

const SENT: Sent = { isSent: true, hasCode: true };

function codeSent(nowMs: number, nextAvailableAt: number, sent: Sent): CodeSent {
  const cooldownSeconds = Math.ceil(Math.max(0, nextAvailableAt - nowMs) / 1_000);
  return { ...sent, nextAvailableAt, cooldownSeconds };
}

/** True if the challenge has a code that can still be entered. */
function hasCode({ challenge, factor }: Target, nowMs: number): boolean {
  const expiresMs = factor === 'sms' ? challenge.sms_expires_ms : challenge.recovery_expires_ms;
  return expiresMs !== null && nowMs <= expiresMs;
}

const numberOf = ({ challenge, user }: Target) => challenge.phone_e164 ?? user.phone_e164;

/** The end of the number that an SMS goes to; enough to recognise one's own. */
function endingOf(target: Target): Pick<Sent, 'phoneEnding'> {
  const number = target.factor === 'sms' ? numberOf(target) : null;
  return number === null ? {} : { phoneEnding: phoneEndingOf(number) };
}

/** The use of the code that was sent last, if it is worth nothing here. */
async function lastUseOf(call: Call, target: Target): Promise<Pick<Sent, 'codeWasFor'>> {
  if (target.factor !== 'sms') return {};
  const last = await findLastSmsUse(call.db, target.challenge);
  if (!last) return {};
  if (last.purpose === 'phone') return { codeWasFor: 'phone-change' };
  const isHere = last.device_id === target.challenge.device_id;
  return { codeWasFor: isHere ? 'earlier-sign-in' : 'other-device' };
}

/** The account's own limit comes first: during its cooldown the other limits are not charged. */
function asksOf(call: Call, target: Target) {
  const { factor, user } = target;
  const key = limitKey(call.keys.limits, `send-${factor}`, user.id);
  const pause: WindowAsk = { key, windows: call.limits.sendToAccount };
  const channel =
    factor === 'sms' ? countryAsk(call, target.country) : recipientAsk(call, user.username);
  return [pause, ...addressAsks(call), channel];
}

/** Alerts when half of a country's hourly SMS budget is used, and when it is exhausted. */
function watchCountry(services: AccountServices, target: Target, verdict: WindowsVerdict): void {
  if (target.factor !== 'sms') return;
  const max = countryAsk(services, target.country).windows[0]?.max ?? 0;
  const count = verdict.counts.at(-1) ?? 0;
  const isHalf = verdict.isAllowed && count === Math.ceil(max / 2);
  if (!isHalf && count < max) return;
  const what = isHalf ? 'half of the SMS' : 'all SMS';
  services.log.error(
    { country: target.country, count, max },
    `${what} of an hour to a country are used`,
  );
}

/** Stores the code's hash and queues the message in one transaction; the message expires with the code. */
async function keepCode(call: Call, target: Target): Promise<void> {
  const { challenge, user, factor } = target;
  const code = newCode(factor);
  const hash = codeHash(call.keys.codes, challenge.id, factor, code);
  const expiresAtMs = call.clock.now() + CODE_MS;
  const phone = numberOf(target);
  await call.db.transaction().execute(async (trx) => {
    if (factor === 'recovery') {
      const kept = { recovery_hash: hash, recovery_expires_ms: expiresAtMs };
      await changeChallenge(trx, challenge.id, kept);
      const mail = recoveryCodeMail(user, code);
      await call.outbox.add(trx, { channel: 'email', ...mail, expiresAtMs });
    } else {
      const kept = { sms_hash: hash, sms_expires_ms: expiresAtMs };
      await changeChallenge(trx, challenge.id, kept);
      const sms = { channel: 'sms', text: codeText(code), expiresAtMs } as const;
      if (phone !== null) await call.outbox.add(trx, { ...sms, to: phone });
    }
    await call.audit.append(trx, {
      action: `code.${factor}`,
      actorId: null,
      subjectId: user.id,
      ...auditContext(call, challenge.device_id),
    });
  });
}

/**
 * Sends a new code for an open challenge, which invalidates the previous one. During the cooldown nothing is sent and
 * the previous code stays valid.
 */
export async function sendCode(call: Call, target: Target): Promise<CodeSent> {
  const nowMs = call.clock.now();
  const verdict = await takeAlone(call.db, asksOf(call, target), nowMs);
  watchCountry(call, target, verdict);
  if (!verdict.isAllowed) {
    if (verdict.retryAtMs - nowMs > COOLDOWN_MS) throw new AppError('RATE_LIMITED', TOO_MANY);
    const isGoodHere = hasCode(target, nowMs);
    const lastUse = isGoodHere ? {} : await lastUseOf(call, target);
    const sent = { isSent: false, hasCode: isGoodHere, ...lastUse, ...endingOf(target) };
    return codeSent(nowMs, verdict.retryAtMs, sent);
  }
  await keepCode(call, target);
  return codeSent(nowMs, nowMs + COOLDOWN_MS, { ...SENT, ...endingOf(target) });
}

/**
 * Answers a request for a code. Codes are sent only for a challenge that this browser opened with the right password.
 * The answer is the same otherwise, so that it reveals no accounts, and strangers cannot make a phone ring.
 */
export async function requestCode(
  call: Call,
  request: { username: string; factor: Factor },
): Promise<CodeSent> {
  return failClosed(async () => {
    const nowMs = call.clock.now();
    const user = await findUserByName(call.db, request.username);
    const challenge = user && (await findOpenChallenge(call, user.id));
    const isMeant = challenge && (request.factor === 'sms' || challenge.purpose === 'sign-in');
    if (!user || !isMeant || !maySend(challenge, nowMs)) {
      return codeSent(nowMs, nowMs + COOLDOWN_MS, SENT);
    }
    const country = challenge.phone_country ?? user.phone_country;
    return sendCode(call, { challenge, user, factor: request.factor, country });
  });
}
