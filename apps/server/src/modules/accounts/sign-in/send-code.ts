import { AppError, type CodeSent } from '@moneytrail/contract';
import { appendAudit } from '../../audit/index.ts';
import { type Caller, type Core, whence } from '../core.ts';
import { failClosed, limitKey, takeAlone, type WindowAsk } from '../limits/limiter.ts';
import { networkOf } from '../limits/network.ts';
import { recoveryCodeMail } from '../messages/mails.ts';
import { codeText } from '../messages/texts.ts';
import { findUserByName, type UserRow } from '../profile/user-store.ts';
import { codeHash, type Factor, newCode } from '../secrets/one-time-code.ts';
import { CODE_MS, findOpenChallenge, maySend } from './challenge.ts';
import { type ChallengeRow, changeChallenge } from './challenge-store.ts';

const COOLDOWN_MS = 60_000;
const TOO_MANY =
  'Too many requests at this time. Please wait 60s and before requesting a new code.';
const NOT_SENT = 'The code could not be sent. Please try again later.';

type Target = { challenge: ChallengeRow; user: UserRow; factor: Factor; country: string };

function codeSent(nowMs: number, nextAvailableAt: number): CodeSent {
  const cooldownSeconds = Math.ceil(Math.max(0, nextAvailableAt - nowMs) / 1_000);
  return { nextAvailableAt, cooldownSeconds };
}

/** The account's own limit comes first: within its pause the code of a moment ago is still good. */
function asksOf(core: Core, caller: Caller, target: Target) {
  const { keys, limits } = core;
  const name = (kind: string, ...parts: string[]) => limitKey(keys.limits, kind, ...parts);
  const { factor, user } = target;
  const pause: WindowAsk = { key: name(`send-${factor}`, user.id), windows: limits.sendToAccount };
  const others: WindowAsk[] = [
    { key: name('send-address', caller.address), windows: [limits.sendFromAddress] },
    { key: name('send-network', networkOf(caller.address)), windows: [limits.sendFromNetwork] },
  ];
  if (factor === 'sms') {
    others.push({ key: name('send-country', target.country), windows: [limits.sendToCountry] });
  }
  return [pause, ...others];
}

async function deliver(core: Core, target: Target, code: string): Promise<void> {
  const { challenge, user, factor } = target;
  const to = challenge.phone_e164 ?? user.phone_e164;
  try {
    if (factor === 'recovery') await core.mailNow(recoveryCodeMail(user, code));
    else if (to !== null) await core.sms.send({ to, text: codeText(code) });
  } catch (error) {
    throw new AppError('UNAVAILABLE', NOT_SENT, { cause: error });
  }
}

async function keepCode(core: Core, caller: Caller, target: Target, code: string): Promise<void> {
  const { challenge, user, factor } = target;
  const nowMs = core.clock.now();
  const hash = codeHash(core.keys.codes, challenge.id, factor, code);
  const expiresMs = nowMs + CODE_MS;
  await core.db.transaction().execute(async (trx) => {
    await changeChallenge(
      trx,
      challenge.id,
      factor === 'sms'
        ? { sms_hash: hash, sms_expires_ms: expiresMs }
        : { recovery_hash: hash, recovery_expires_ms: expiresMs },
    );
    await appendAudit(
      { trx, nowMs },
      {
        action: `code.${factor}`,
        actorId: null,
        subjectId: user.id,
        ...whence(caller, challenge.device_id),
      },
    );
  });
}

/** Sends a new code for an open challenge; the one before it is worth nothing any more. */
export async function sendCode(core: Core, caller: Caller, target: Target): Promise<CodeSent> {
  const nowMs = core.clock.now();
  const verdict = await takeAlone(core.db, asksOf(core, caller, target), nowMs);
  if (!verdict.isAllowed) {
    if (verdict.retryAtMs - nowMs > COOLDOWN_MS) throw new AppError('RATE_LIMITED', TOO_MANY);
    return codeSent(nowMs, verdict.retryAtMs);
  }
  const code = newCode(target.factor);
  await keepCode(core, caller, target, code);
  await deliver(core, target, code);
  return codeSent(nowMs, nowMs + COOLDOWN_MS);
}

/**
 * Answers the request for a code. Without a challenge that this browser opened with the right password nothing is
 * sent and the answer is the same, so that nobody learns who has an account and nobody's phone rings for a stranger.
 */
export async function requestCode(
  core: Core,
  request: { username: string; factor: Factor },
  caller: Caller,
): Promise<CodeSent> {
  return failClosed(async () => {
    const nowMs = core.clock.now();
    const user = await findUserByName(core.db, request.username);
    const challenge = user && (await findOpenChallenge(core, caller, user.id));
    const isMeant = challenge && (request.factor === 'sms' || challenge.purpose === 'sign-in');
    if (!user || !isMeant || !maySend(challenge, nowMs)) {
      return codeSent(nowMs, nowMs + COOLDOWN_MS);
    }
    const country = challenge.phone_country ?? user.phone_country;
    return sendCode(core, caller, { challenge, user, factor: request.factor, country });
  });
}
