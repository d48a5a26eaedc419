import { AppError, type CodeSent } from '@moneytrail/contract';
import { auditContext, type Core, type RequestContext } from '../core.ts';
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
import { codeHash, type Factor, newCode } from '../secrets/one-time-code.ts';
import { CODE_MS, findOpenChallenge, maySend } from './challenge.ts';
import { type ChallengeRow, changeChallenge } from './challenge-store.ts';

const COOLDOWN_MS = 60_000;
const TOO_MANY =
  'Too many requests at this time. Please wait 60s and before requesting a new code.';

type Target = { challenge: ChallengeRow; user: UserRow; factor: Factor; country: string };

type Sent = Pick<CodeSent, 'isSent' | 'hasCode'>;

const SENT: Sent = { isSent: true, hasCode: true };

function codeSent(nowMs: number, nextAvailableAt: number, sent: Sent): CodeSent {
  const cooldownSeconds = Math.ceil(Math.max(0, nextAvailableAt - nowMs) / 1_000);
  return { ...sent, nextAvailableAt, cooldownSeconds };
}

/** Whether a code was sent for a challenge that can still be entered. */
function hasCode({ challenge, factor }: Target, nowMs: number): boolean {
  const expiresMs = factor === 'sms' ? challenge.sms_expires_ms : challenge.recovery_expires_ms;
  return expiresMs !== null && nowMs <= expiresMs;
}

/** The account's own limit comes first: within its pause nothing is taken from the others. */
function asksOf(core: Core, context: RequestContext, target: Target) {
  const { factor, user } = target;
  const key = limitKey(core.keys.limits, `send-${factor}`, user.id);
  const pause: WindowAsk = { key, windows: core.limits.sendToAccount };
  const channel =
    factor === 'sms' ? countryAsk(core, target.country) : recipientAsk(core, user.username);
  return [pause, ...addressAsks(core, context), channel];
}

/** Says when half of what may be sent to a country in an hour is used, and when nothing is left. */
function watchCountry(core: Core, target: Target, verdict: WindowsVerdict): void {
  if (target.factor !== 'sms') return;
  const max = countryAsk(core, target.country).windows[0]?.max ?? 0;
  const count = verdict.counts.at(-1) ?? 0;
  const isHalf = verdict.isAllowed && count === Math.ceil(max / 2);
  if (!isHalf && count < max) return;
  const what = isHalf ? 'half of the SMS' : 'all SMS';
  core.log.error(
    { country: target.country, count, max },
    `${what} of an hour to a country are used`,
  );
}

/** The code of a challenge goes out with the transaction that keeps its hash, and only as long as it is good. */
async function keepCode(
  core: Core,
  context: RequestContext,
  { challenge, user, factor }: Target,
): Promise<void> {
  const code = newCode(factor);
  const hash = codeHash(core.keys.codes, challenge.id, factor, code);
  const expiresAtMs = core.clock.now() + CODE_MS;
  const phone = challenge.phone_e164 ?? user.phone_e164;
  await core.db.transaction().execute(async (trx) => {
    if (factor === 'recovery') {
      const kept = { recovery_hash: hash, recovery_expires_ms: expiresAtMs };
      await changeChallenge(trx, challenge.id, kept);
      const mail = recoveryCodeMail(user, code);
      await core.outbox.add(trx, { channel: 'email', ...mail, expiresAtMs });
    } else {
      const kept = { sms_hash: hash, sms_expires_ms: expiresAtMs };
      await changeChallenge(trx, challenge.id, kept);
      const sms = { channel: 'sms', text: codeText(code), expiresAtMs } as const;
      if (phone !== null) await core.outbox.add(trx, { ...sms, to: phone });
    }
    await core.audit.append(trx, {
      action: `code.${factor}`,
      actorId: null,
      subjectId: user.id,
      ...auditContext(context, challenge.device_id),
    });
  });
}

/**
 * Sends a new code for an open challenge; the one before it is worth nothing any more. Within the pause nothing is sent
 * and the code of a moment ago stays good where it was sent.
 */
export async function sendCode(
  core: Core,
  context: RequestContext,
  target: Target,
): Promise<CodeSent> {
  const nowMs = core.clock.now();
  const verdict = await takeAlone(core.db, asksOf(core, context, target), nowMs);
  watchCountry(core, target, verdict);
  if (!verdict.isAllowed) {
    if (verdict.retryAtMs - nowMs > COOLDOWN_MS) throw new AppError('RATE_LIMITED', TOO_MANY);
    const sent = { isSent: false, hasCode: hasCode(target, nowMs) };
    return codeSent(nowMs, verdict.retryAtMs, sent);
  }
  await keepCode(core, context, target);
  return codeSent(nowMs, nowMs + COOLDOWN_MS, SENT);
}

/**
 * Answers the request for a code. Without a challenge that this browser opened with the right password nothing is
 * sent and the answer is the same, so that nobody learns who has an account and nobody's phone rings for a stranger.
 */
export async function requestCode(
  core: Core,
  request: { username: string; factor: Factor },
  context: RequestContext,
): Promise<CodeSent> {
  return failClosed(async () => {
    const nowMs = core.clock.now();
    const user = await findUserByName(core.db, request.username);
    const challenge = user && (await findOpenChallenge(core, context, user.id));
    const isMeant = challenge && (request.factor === 'sms' || challenge.purpose === 'sign-in');
    if (!user || !isMeant || !maySend(challenge, nowMs)) {
      return codeSent(nowMs, nowMs + COOLDOWN_MS, SENT);
    }
    const country = challenge.phone_country ?? user.phone_country;
    return sendCode(core, context, { challenge, user, factor: request.factor, country });
  });
}
