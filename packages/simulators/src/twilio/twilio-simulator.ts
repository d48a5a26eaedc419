import { randomBytes } from 'node:crypto';
import fastify, { type FastifyReply } from 'fastify';
import { acceptForms, addServiceFaults, type SetServiceFault } from '../server/service-faults.ts';

type TwilioFailure = { status: number; code: number; message: string };

/** The body of a failed request. */
function failureBody({ status, code, message }: TwilioFailure): Record<string, unknown> {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

const UNAUTHENTICATED: TwilioFailure = {
  status: 401,
  code: 20_003,
  message: 'Authenticate',
};
const TOO_MANY: TwilioFailure = { status: 429, code: 20_429, message: 'Too Many Requests' };
const BROKEN: TwilioFailure = {
  status: 500,
  code: 20_500,
  message: 'An internal server error has occurred',
};

function notFoundAt(path: string): TwilioFailure {
  const message = `The requested resource ${path} was not found`;
  return { status: 404, code: 20_404, message };
}

type AskedMessage = { to: string; from: string; body: string };

const LONGEST_BODY = 1_600;

/** The failure of an invalid message, or null. */
function refusalOf({ to, from, body }: AskedMessage): TwilioFailure | null {
  const refuse = (code: number, message: string) => ({ status: 400, code, message });
  if (to === '') return refuse(21_604, "A 'To' phone number is required.");
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuse(21_211, `Invalid 'To' Phone Number: ${to}`);
  if (from === '') return refuse(21_603, "A 'From' phone number is required.");
  if (body === '') return refuse(21_602, 'Message body is required.');
  if (body.length > LONGEST_BODY) {
    return refuse(21_617, 'The concatenated message body exceeds the 1600 character limit');
  }
  return null;
}

export type TwilioMessage = {
  sid: string;
  to: string;
  from: string;
  body: string;
  sentAtMs: number;
};

export type TwilioSimulator = {
  /** Replaces `https://api.twilio.com`. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** The sender's number. */
  from: string;
  /** Accepted messages, oldest first. */
  messages: () => TwilioMessage[];
  /** Sets the fault of all further requests. */
  setFault: SetServiceFault;
  close: () => Promise<void>;
};

export type TwilioOptions = {
  now?: () => number;
  /** Called with every accepted message before it is confirmed. */
  onMessage?: (message: TwilioMessage) => Promise<void> | void;
};

const PATH = '/2010-04-01/Accounts/:accountSid/Messages.json';
const FROM = '+15005550006';
const FAILURES = { '401': UNAUTHENTICATED, '429': TOO_MANY, '500': BROKEN };

const identifier = (prefix: string) => prefix + randomBytes(16).toString('hex');

/** RFC 2822 */
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
