import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { networkOf, subscriberOf } from '../../../http/network.ts';
import type { MailMessage } from '../../../outside/mail.ts';
import type { Core, RequestContext } from '../core.ts';
import { deriveKeys } from '../secrets/keys.ts';
import { limitKey, reservePlace, takeAlone, takeWindows, type WindowAsk } from './limiter.ts';
import { type Limits, limitsFor } from './limits.ts';
import { TOO_MANY } from './sign-in-guard.ts';

/** What any call that may send something asks of the address it comes from, whatever it sends. */
export function addressAsks(core: Core, { address }: RequestContext): WindowAsk[] {
  const { keys, limits } = core;
  const name = (kind: string, ...parts: string[]) => limitKey(keys.limits, kind, ...parts);
  return [
    { key: name('send-address', subscriberOf(address)), windows: [limits.sendFromAddress] },
    { key: name('send-network', networkOf(address)), windows: [limits.sendFromNetwork] },
  ];
}

/** Throws 429 where an address has caused too many messages, or has too many of `more`. */
export async function assertMayCauseMessages(
  core: Core,
  context: RequestContext,
  more: readonly WindowAsk[] = [],
): Promise<void> {
  const asks = [...more, ...addressAsks(core, context)];
  const verdict = await takeAlone(core.db, asks, core.clock.now());
  if (!verdict.isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
}

/** What a message to a country asks: abroad costs more, and is where others would make us spend it. */
export function countryAsk(core: Core, country: string): WindowAsk {
  const { keys, limits, settings } = core;
  const isHome = country === settings.homeCountry;
  const window = isHome ? limits.sendToHomeCountry : limits.sendToOtherCountry;
  return { key: limitKey(keys.limits, 'send-country', country), windows: [window] };
}

/** What is needed to send a notice. */
type NoticeDeps = Pick<Core, 'keys' | 'limits' | 'clock' | 'outbox'>;

const recipientKey = ({ keys }: Pick<Core, 'keys'>, to: string) =>
  limitKey(keys.limits, 'mail-recipient', to);

/** What a mail asks of its recipient: three an hour, whatever causes them. */
export function recipientAsk(core: Pick<Core, 'keys' | 'limits'>, to: string): WindowAsk {
  return { key: recipientKey(core, to), windows: [core.limits.mailsToRecipient] };
}

type Mail = MailMessage & { expiresAtMs?: number };

/**
 * Sends a mail that anybody can cause, with the transaction that causes it, unless its recipient has had enough; call it
 * after other locks.
 */
export async function sendMail(core: Core, trx: Transaction<Database>, mail: Mail): Promise<void> {
  const verdict = await takeWindows(trx, [recipientAsk(core, mail.to)], core.clock.now());
  if (verdict.isAllowed) await core.outbox.add(trx, { channel: 'email', ...mail });
  else core.log.warn({ subject: mail.subject }, 'a mail was not sent: its recipient had enough');
}

/**
 * Sends a notice of what has happened to an account, with the transaction in which it happens. Where its recipient has
 * had enough mails it takes the next free place and waits for it: who sends many cannot hide what they do. Call it after
 * other locks.
 */
export async function sendNotice(
  deps: NoticeDeps,
  trx: Transaction<Database>,
  mail: MailMessage,
): Promise<void> {
  const nowMs = deps.clock.now();
  const place = { key: recipientKey(deps, mail.to), window: deps.limits.mailsToRecipient };
  const atMs = await reservePlace(trx, place, nowMs);
  const when = atMs <= nowMs ? {} : { notBeforeMs: atMs };
  await deps.outbox.add(trx, { channel: 'email', ...mail }, when);
}

/** Sends a notice as `sendNotice` does. */
export type NoticeSender = (trx: Transaction<Database>, mail: MailMessage) => Promise<void>;

/** For other modules, which share the limits of a recipient with this one; also where no accounts are opened. */
export function createNoticeSender(
  deps: Pick<Core, 'clock' | 'outbox'> & { secret: string; isDemo: boolean; limits?: Limits },
): NoticeSender {
  const limits = limitsFor(deps);
  const own = { ...deps, limits, keys: deriveKeys(deps.secret) };
  return (trx, mail) => sendNotice(own, trx, mail);
}
