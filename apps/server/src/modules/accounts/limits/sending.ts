import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { networkOf, subscriberOf } from '../../../http/network.ts';
import type { MailMessage } from '../../../outside/mail.ts';
import type { AccountServices, Call } from '../account-services.ts';
import { deriveKeys } from '../secrets/keys.ts';
import {
  limitKey,
  reservePlace,
  TOO_MANY,
  takeAlone,
  takeWindows,
  type WindowAsk,
} from './limiter.ts';
import { type Limits, limitsFor } from './limits.ts';

/** The limits of the caller's address, charged by every request that may send a message. */
export function addressAsks(call: Call): WindowAsk[] {
  const { keys, limits } = call;
  const name = (kind: string, ...parts: string[]) => limitKey(keys.limits, kind, ...parts);
  return [
    {
      key: name('send-address', subscriberOf(call.address)),
      windows: [limits.sendFromAddress],
    },
    { key: name('send-network', networkOf(call.address)), windows: [limits.sendFromNetwork] },
  ];
}

/** Throws 429 if the address has caused too many messages, or if one of the `more` limits is full. */
export async function assertMayCauseMessages(
  call: Call,
  more: readonly WindowAsk[] = [],
): Promise<void> {
  const asks = [...more, ...addressAsks(call)];
  const verdict = await takeAlone(call.db, asks, call.clock.now());
  if (!verdict.isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
}

/** The limit of SMS to a country: messages abroad cost more and are the target of SMS fraud. */
export function countryAsk(services: AccountServices, country: string): WindowAsk {
  const { keys, limits, settings } = services;
  const isHome = country === settings.homeCountry;
  const window = isHome ? limits.sendToHomeCountry : limits.sendToOtherCountry;
  return { key: limitKey(keys.limits, 'send-country', country), windows: [window] };
}

type NoticeDeps = Pick<AccountServices, 'keys' | 'limits' | 'clock' | 'outbox'>;

const recipientKey = ({ keys }: Pick<AccountServices, 'keys'>, to: string) =>
  limitKey(keys.limits, 'mail-recipient', to);

/** The limit of mails to one recipient, whatever their cause. */
export function recipientAsk(
  services: Pick<AccountServices, 'keys' | 'limits'>,
  to: string,
): WindowAsk {
  return { key: recipientKey(services, to), windows: [services.limits.mailsToRecipient] };
}

type Mail = MailMessage & { expiresAtMs?: number };

/**
 * Queues a mail that anybody can cause in the transaction that causes it, unless its recipient's limit is reached. Call
 * it after taking all other locks.
 */
export async function sendMail(services: AccountServices, trx: Trx, mail: Mail): Promise<void> {
  const verdict = await takeWindows(trx, [recipientAsk(services, mail.to)], services.clock.now());
  if (verdict.isAllowed) await services.outbox.add(trx, { channel: 'email', ...mail });
  else
    services.log.warn({ subject: mail.subject }, 'a mail was not sent: its recipient had enough');
}

/**
 * Queues a notice about an account event in the event's transaction. If the recipient's limit is reached, the notice is
 * delayed to the next free slot instead of dropped: an attacker cannot suppress it by causing many mails. Call it after
 * taking all other locks.
 */
export async function sendNotice(deps: NoticeDeps, trx: Trx, mail: MailMessage): Promise<void> {
  const nowMs = deps.clock.now();
  const place = { key: recipientKey(deps, mail.to), window: deps.limits.mailsToRecipient };
  const atMs = await reservePlace(trx, place, nowMs);
  const when = atMs <= nowMs ? {} : { notBeforeMs: atMs };
  await deps.outbox.add(trx, { channel: 'email', ...mail }, when);
}

/** `sendNotice` with its dependencies bound. */
export type NoticeSender = (trx: Trx, mail: MailMessage) => Promise<void>;

/** For other modules, which share the recipients' limits; works without an opened accounts module. */
export function createNoticeSender(
  deps: Pick<AccountServices, 'clock' | 'outbox'> & {
    secret: string;
    isDemo: boolean;
    limits?: Limits;
  },
): NoticeSender {
  const limits = limitsFor(deps);
  const own = { ...deps, limits, keys: deriveKeys(deps.secret) };
  return (trx, mail) => sendNotice(own, trx, mail);
}
