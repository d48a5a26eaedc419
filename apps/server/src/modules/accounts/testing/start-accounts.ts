import type { Endpoint } from '@moneytrail/contract';
import { startTwilioSimulator } from '@moneytrail/simulators';
import fastify, { type FastifyInstance } from 'fastify';
import type { DatabaseHandle } from '../../../db/index.ts';
import { type DatabaseKind, openTestDatabase } from '../../../db/testing/test-database.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { createSameSiteHook } from '../../../http/same-site.ts';
import type { OutgoingMessage } from '../../../outbox/index.ts';
import { createDemoMailbox, type DemoMailbox } from '../../../outside/demo-mailbox.ts';
import { createTwilioSms, type SmsSender } from '../../../outside/sms.ts';
import { PATIENT_WAITS } from '../../../testing/patient.ts';
import { createAudit } from '../../audit/index.ts';
import type { AccountDeps, Accounts } from '../accounts.ts';
import { accountRoutes, createAccounts } from '../index.ts';
import { DEMO_LIMITS, LIMITS, type Limits } from '../limits/limits.ts';

/** A clock that stands until it is moved. */
export type TestClock = { now: () => number; add: (ms: number) => void };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Most tests are not about guessing. */
export const CHEAP_GUESSES = { passwordCost: { memoryKiB: 64, passes: 1 }, minimumAnswerMs: 0 };
/**
 * The product's limits, the largest with lower numbers in `npm test`: a few attempts prove that a limit is kept,
 * `limits.test.ts` proves its number.
 */
export const LOW_LIMITS: Limits =
  process.env.TEST_LONG === 'true'
    ? LIMITS
    : {
        ...LIMITS,
        sendFromAddress: { ...LIMITS.sendFromAddress, max: 4 },
        sendFromNetwork: { ...LIMITS.sendFromNetwork, max: 6 },
        sendToOtherCountry: { ...LIMITS.sendToOtherCountry, max: 4 },
        registerFromAddress: { ...LIMITS.registerFromAddress, max: 3 },
      };
const START_MS = Date.parse('2026-03-02T10:00:00Z');

export type TestServer = {
  app: FastifyInstance;
  accounts: Accounts;
  clock: TestClock;
  database: DatabaseHandle;
  mailbox: DemoMailbox;
  /** The messages added to the outbox, oldest first. */
  outgoing: OutgoingMessage[];
  logged: string[];
  /** Mails that wait, as their recipients have had enough. */
  deferred: { subject: string; notBeforeMs: number }[];
  /** Resolves when every message so far has arrived. */
  messagesSent: () => Promise<void>;
  close: () => Promise<void>;
};

/** Nothing gets through to the product's own log but to a list that tests can search. */
function createTestLog() {
  const logged: string[] = [];
  const errorAsText = (_key: string, value: unknown) =>
    value instanceof Error ? `${value.message} ${value.stack} ${JSON.stringify(value)}` : value;
  const keep = (detail: object, message: string) => {
    logged.push(`${message} ${JSON.stringify(detail, errorAsText)}`);
  };
  return { logged, log: { info: keep, warn: keep, error: keep } };
}

/**
 * Accounts on a real database, behind real routes, with messages in a demo mailbox; only the clock is a test's own. `beside`
 * another server they are a second process on its database.
 */
export async function startAccounts(
  kind: DatabaseKind,
  { sms, ...change }: Partial<Omit<AccountDeps, 'db' | 'audit'>> & { sms?: SmsSender } = {},
  beside?: TestServer,
): Promise<TestServer> {
  const database = beside
    ? { ...beside.database, close: async () => undefined }
    : await openTestDatabase(kind);
  let nowMs = START_MS;
  const clock = {
    now: () => nowMs,
    add: (ms: number) => {
      nowMs += ms;
    },
  };
  const mailbox = createDemoMailbox({ db: database.db, clock });
  const twilio = await startTwilioSimulator({
    now: clock.now,
    onMessage: ({ to, body }) => mailbox.add({ channel: 'sms', to, text: body }),
  });
  const { logged, log } = createTestLog();
  const secret = 'a secret for tests that is long enough';
  const sender = sms ?? createTwilioSms(twilio);
  const outgoing: OutgoingMessage[] = [];
  const underWay = new Set<Promise<void>>();
  const deferred: TestServer['deferred'] = [];
  const accounts = createAccounts({
    db: database.db,
    clock,
    audit: createAudit({ db: database.db, clock, log, secret }),
    log,
    // Sends at once what the product's outbox keeps until the commit.
    outbox: {
      add: async (_trx, message, { notBeforeMs } = {}) => {
        outgoing.push(message);
        if (message.channel === 'email' && notBeforeMs !== undefined) {
          deferred.push({ subject: message.subject, notBeforeMs });
          return;
        }
        const work =
          message.channel === 'email' ? mailbox.mailer.send(message) : sender.send(message);
        const sending = work
          .catch((error: unknown) => log.warn({ err: error }, 'a message was not taken'))
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
      },
    },
    settings: {
      secret,
      isHttps: false,
      publicUrl: 'http://localhost:3000',
      isDemo: false,
      homeCountry: 'ZA',
    },
    ...CHEAP_GUESSES,
    waits: PATIENT_WAITS,
    // The limits of sending have their own tests; in others one test must not block another.
    limits: DEMO_LIMITS,
    ...change,
  });
  const app = fastify({ trustProxy: true });
  handleErrors(app);
  app.addHook('onRequest', createSameSiteHook({ isOwn: () => false, isPartner: () => false }));
  const router = createRouter(app, {
    readUser: accounts.readUser,
    checkAnswers: true,
    isHttps: accounts.services.settings.isHttps,
  });
  accountRoutes(router, { accounts });
  const messagesSent = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  const close = async () => {
    await app.close();
    await messagesSent();
    await accounts.close();
    await twilio.close();
    await database.close();
  };
  return {
    app,
    accounts,
    clock,
    database,
    mailbox,
    outgoing,
    logged,
    deferred,
    messagesSent,
    close,
  };
}

export type Answer = {
  status: number;
  body: Record<string, unknown>;
  setCookies: string[];
  text: string;
};

/** A browser: it keeps cookies, has a device id and comes from an address. */
export type Browser = {
  call: (
    endpoint: Pick<Endpoint<never, never, never, never>, 'method' | 'path'>,
    request?: {
      body?: unknown;
      params?: Record<string, string>;
      token?: string | null;
      headers?: Record<string, string>;
    },
  ) => Promise<Answer>;
  cookies: Map<string, string>;
  deviceId: string;
  address: string;
};

let devices = 0;

/** A new browser with its own device id. */
export function openBrowser(app: FastifyInstance, address = '203.0.113.7'): Browser {
  devices += 1;
  const cookies = new Map<string, string>();
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [pair = '', ...flags] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (flags.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  return {
    cookies,
    address,
    deviceId: `00000000-0000-4000-8000-${String(devices).padStart(12, '0')}`,
    call: async ({ method, path }, { body, params = {}, token = null, headers = {} } = {}) => {
      const url = path.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? '');
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await app.inject({
        method,
        url,
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          ...(cookie === '' ? {} : { cookie }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const setCookies = [response.headers['set-cookie'] ?? []].flat();
      keep(setCookies);
      const isJson = String(response.headers['content-type']).includes('json');
      const parsed: unknown = isJson ? response.json() : {};
      return {
        status: response.statusCode,
        body: parsed as Record<string, unknown>,
        setCookies,
        text: response.body,
      };
    },
  };
}
