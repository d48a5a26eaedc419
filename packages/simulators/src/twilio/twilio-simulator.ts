import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyReply } from 'fastify';
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

export type TwilioFault = 'none' | '401' | '429' | '500' | 'html' | 'cut';

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
  setFault: (fault: TwilioFault, latencyMs?: number) => void;
  close: () => Promise<void>;
};

export type TwilioOptions = {
  now?: () => number;
  /** Told of every message that was taken, before it is confirmed. */
  onMessage?: (message: TwilioMessage) => Promise<void> | void;
};

const PATH = '/2010-04-01/Accounts/:accountSid/Messages.json';
const FROM = '+15005550006';
const FAILURES: Partial<Record<TwilioFault, TwilioFailure>> = {
  '401': UNAUTHENTICATED,
  '429': TOO_MANY,
  '500': BROKEN,
};

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
  let fault: TwilioFault = 'none';
  let latencyMs = 0;

  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setNotFoundHandler((request, reply) => fail(reply, notFoundAt(request.url)));
  app.addHook('onRequest', async (request, reply) => {
    if (latencyMs > 0) await wait(latencyMs);
    if (fault === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (fault === 'html') return reply.type('text/html').send('<html><h1>Bad Gateway</h1></html>');
    const failure = FAILURES[fault];
    if (failure) return fail(reply, failure);
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
    setFault: (next, nextLatencyMs = 0) => {
      fault = next;
      latencyMs = nextLatencyMs;
    },
    close: () => app.close(),
  };
}
