import { randomBytes } from 'node:crypto';
import fastify, { type FastifyReply } from 'fastify';
import { acceptForms, addServiceFaults, type SetServiceFault } from '../server/service-faults.ts';
import {
  BROKEN,
  failureBody,
  notFoundAt,
  refusalOf,
  TOO_MANY,
  type TwilioFailure,
  UNAUTHENTICATED,
} from './twilio-answer.ts';

export type TwilioMessage = {
  sid: string;
  to: string;
  from: string;
  body: string;
  sentAtMs: number;
};

export type TwilioSimulator = {
  /** In the place of `https://api.twilio.com`. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** The number that messages come from. */
  from: string;
  /** Messages that were taken, oldest first. */
  messages: () => TwilioMessage[];
  /** What happens to requests from now on. */
  setFault: SetServiceFault;
  close: () => Promise<void>;
};

export type TwilioOptions = {
  now?: () => number;
  /** Told of every message that was taken, before it is confirmed. */
  onMessage?: (message: TwilioMessage) => Promise<void> | void;
};

const PATH = '/2010-04-01/Accounts/:accountSid/Messages.json';
const FROM = '+15005550006';
const FAILURES = { '401': UNAUTHENTICATED, '429': TOO_MANY, '500': BROKEN };

const identifier = (prefix: string) => prefix + randomBytes(16).toString('hex');

/** Dates as in RFC 2822. */
const dated = (timeMs: number) => new Date(timeMs).toUTCString().replace('GMT', '+0000');

function fail(reply: FastifyReply, failure: TwilioFailure): FastifyReply {
  if (failure.status === 429)
    reply.headers({ 'retry-after': '1', 'twilio-reached-rate-limit': 'true' });
  return reply.code(failure.status).send(failureBody(failure));
}

function presented(message: TwilioMessage, accountSid: string): Record<string, unknown> {
  return {
    sid: message.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    status: 'queued',
    to: message.to,
    from: message.from,
    body: message.body,
    date_created: dated(message.sentAtMs),
    date_updated: dated(message.sentAtMs),
    date_sent: null,
    num_segments: String(Math.max(1, Math.ceil(message.body.length / 160))),
    num_media: '0',
    messaging_service_sid: null,
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    direction: 'outbound-api',
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}.json`,
  };
}

/** Twilio's Messages resource on a free port of 127.0.0.1; no message leaves the machine. */
export async function startTwilioSimulator(options: TwilioOptions = {}): Promise<TwilioSimulator> {
  const now = options.now ?? Date.now;
  const accountSid = identifier('AC');
  const authToken = randomBytes(16).toString('hex');
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const taken: TwilioMessage[] = [];

  const app = fastify({ forceCloseConnections: true });
  acceptForms(app);
  app.setNotFoundHandler((request, reply) => fail(reply, notFoundAt(request.url)));
  const setFault = addServiceFaults(app, (reply, fault) => fail(reply, FAILURES[fault]));
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== credentials) return fail(reply, UNAUTHENTICATED);
  });
  type Form = { To?: string; From?: string; MessagingServiceSid?: string; Body?: string };
  app.post<{ Body: Form | undefined; Params: { accountSid: string } }>(
    PATH,
    async (request, reply) => {
      if (request.params.accountSid !== accountSid) return fail(reply, notFoundAt(request.url));
      const { To: to = '', From, MessagingServiceSid, Body: body = '' } = request.body ?? {};
      const asked = { to, from: From ?? MessagingServiceSid ?? '', body };
      const refusal = refusalOf(asked);
      if (refusal) return fail(reply, refusal);
      const message = { sid: identifier('SM'), ...asked, sentAtMs: now() };
      taken.push(message);
      await options.onMessage?.(message);
      return reply.code(201).send(presented(message, accountSid));
    },
  );
  return {
    baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }),
    accountSid,
    authToken,
    from: FROM,
    messages: () => [...taken],
    setFault,
    close: () => app.close(),
  };
}
