import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import { storable } from '@moneytrail/contract';
import type { Logger } from 'pino';
import type { Db } from '../db/index.ts';
import { defineJob, type Job } from '../jobs/index.ts';
import type { Mailer } from '../outside/mail.ts';
import type { SmsSender } from '../outside/sms.ts';
import {
  createPayloadCipher,
  deleteSent,
  giveUp,
  type MessageReference,
  noteFailure,
  type OutboxRow,
  type OutgoingMessage,
  outgoingMessage,
  type PayloadCipher,
  readWaiting,
  SENDING,
} from './outbox.ts';

/** A message that cannot be delivered within this time is given up; it starts when the message may first be sent. */
const TRIED_MS = DAY_MS;
const DEAD_KEPT_MS = 90 * DAY_MS;
/** More retries than fit in a day, with delays doubling up to an hour: the age decides. */
const RETRY = { limit: 200, delaySeconds: 5 };
/** Another process may take the message over after this time. */
const EXPIRE_SECONDS = 60;
/** Sending is aborted well before, even if the service still answers slowly, so that no message is sent twice at once. */
const SEND_WITHIN_MS = 40 * SECOND_MS;
const LONGEST_ERROR = 200;
const SENT_AT_ONCE = 4;

type Deps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Logger, 'error'>;
  secret: string;
  mail: Mailer;
  sms: SmsSender;
  /** Timeout of one try; 40 s by default. */
  sendWithinMs?: number;
};

function send(
  { mail, sms }: Deps,
  id: string,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<void> {
  if (message.channel === 'sms') return sms.send(message, signal);
  return mail.send({ ...message, id }, signal);
}

function open(cipher: PayloadCipher, { id, payload }: OutboxRow): OutgoingMessage {
  if (payload === null) throw new Error('a waiting message has no payload');
  try {
    return outgoingMessage.parse(JSON.parse(cipher.decrypt(id, payload)));
  } catch {
    // The cause is dropped, because it could contain parts of the message.
    throw new Error('a message cannot be decrypted: was it stored with another AUTH_SECRET?');
  }
}

/**
 * The jobs that send the outbox's messages, with retries for a day, or until the message expires. If a process is killed
 * between the service's acceptance and the deletion of the row, the message is sent a second time; a mail then has the
 * same `Message-ID`.
 */
export function outboxJobs(deps: Deps): Job[] {
  const { db, clock } = deps;
  const cipher = createPayloadCipher(deps.secret);

  async function bury(channel: OutgoingMessage['channel'], id: string, reason: string) {
    await giveUp(db, id, { reason, forgetBeforeMs: clock.now() - DEAD_KEPT_MS });
    deps.log.error({ channel, id, reason }, 'a message was given up');
  }

  async function deliver(
    channel: OutgoingMessage['channel'],
    { id, notBeforeMs = 0 }: MessageReference,
    signal: AbortSignal,
  ): Promise<void> {
    const deadline = AbortSignal.timeout(deps.sendWithinMs ?? SEND_WITHIN_MS);
    const row = await readWaiting(db, id);
    if (!row) return;
    try {
      const message = open(cipher, row);
      const isExpired = clock.now() >= (message.expiresAtMs ?? Number.POSITIVE_INFINITY);
      if (isExpired) return await bury(channel, id, row.last_error ?? 'not sent in time');
      await send(deps, id, message, AbortSignal.any([signal, deadline]));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const reason = storable(said.slice(0, LONGEST_ERROR));
      await noteFailure(db, id, reason);
      const triedFromMs = Math.max(row.created_at_ms, notBeforeMs);
      if (clock.now() - triedFromMs < TRIED_MS) throw error;
      return bury(channel, id, reason);
    }
    await deleteSent(db, id);
  }

  const job = (channel: OutgoingMessage['channel']) =>
    defineJob({
      ...SENDING[channel],
      retry: RETRY,
      expireInSeconds: EXPIRE_SECONDS,
      concurrency: SENT_AT_ONCE,
      handler: (reference, { signal }) => deliver(channel, reference, signal),
    });
  return [job('email'), job('sms')];
}
