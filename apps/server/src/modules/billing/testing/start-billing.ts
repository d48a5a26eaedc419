import { type Endpoint, getAccount } from '@moneytrail/contract';
import { startLemonSimulator, startPayPalSimulator } from '@moneytrail/simulators';
import fastify from 'fastify';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database, DatabaseHandle } from '../../../db/index.ts';
import { openTestDatabase } from '../../../db/testing/test-database.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { createLemonSqueezy } from '../../../outside/payments/lemon-squeezy.ts';
import { createPayPal } from '../../../outside/payments/paypal.ts';
import { PATIENT_WAITS } from '../../../testing/patient.ts';
import { fullTier } from '../../access/entitlement.ts';
import type { NoticeSender } from '../../accounts/index.ts';
import { presentOwnAccount } from '../../accounts/profile/present-account.ts';
import { findPerson, insertUser } from '../../accounts/profile/user-store.ts';
import { newUser } from '../../accounts/registration/new-user.ts';
import { createAudit } from '../../audit/index.ts';
import { billingJobs, billingRoutes, createBilling, READ_PLANS } from '../index.ts';

const START_MS = Date.parse('2026-03-02T10:00:00Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const OWN_PAGE = 'http://localhost:3000/dashboard/live-chart';
export const MONTHLY_TRIAL = 'P-1MONTHLY00000000000TRIAL14';
export const YEARLY = 'P-4YEARLY000000000000NOTRIAL';
export const MONTHLY = 'P-3MONTHLY00000000000NOTRIAL';
export const LEMON_MONTHLY = 'lemon-1001';

export type TestBilling = Awaited<ReturnType<typeof startBilling>>;

let people = 0;

const TABLES = [
  'webhook_events',
  'used_trials',
  'payments',
  'subscription_states',
  'provider_subscriptions',
  'plans',
  'subscriptions',
] as const;

/** Opening a database takes longer than a test: the next one begins with nothing but the users of the one before. */
async function empty(db: Kysely<Database>): Promise<void> {
  for (const table of TABLES) await db.deleteFrom(table).execute();
}

/**
 * Billing on a real database, behind real routes, beside the simulators of its providers; jobs wait until they are run.
 * A caller is named by a header. Mails are kept, and passed to `sendNotice` if it is given.
 */
export async function startBilling(
  { db }: Pick<DatabaseHandle, 'db'>,
  { sendNotice }: { sendNotice?: NoticeSender } = {},
) {
  await empty(db);
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const paypal = await startPayPalSimulator({ now: clock.now, retryDelaysMs: [] });
  const lemon = await startLemonSimulator({ now: clock.now, retryDelaysMs: [] });
  const log = pino({ level: 'silent' });
  const secret = 'a secret for tests that is long enough';
  const mails: { to: string; subject: string; text: string }[] = [];
  const waiting: { name: string; payload: object }[] = [];
  const changed: string[] = [];
  const billing = createBilling({
    db,
    log,
    clock,
    secret,
    publicUrl: 'http://localhost:3000',
    waits: PATIENT_WAITS,
    audit: createAudit({ db, clock, log, secret }),
    sendNotice: async (trx, mail) => {
      mails.push(mail);
      await sendNotice?.(trx, mail);
    },
    jobs: {
      enqueue: async ({ name }, payload) => {
        waiting.push({ name, payload: Object(payload) });
        return null;
      },
    },
    payments: {
      providers: { paypal: createPayPal(paypal, { clock }), lemon: createLemonSqueezy(lemon) },
    },
    tellAccessChanged: (userIds) => changed.push(...userIds),
  });
  const jobs = billingJobs({ billing });
  await runJob(jobs, READ_PLANS.name);
  // A notice's connection would be kept open for a minute.
  const app = fastify({ forceCloseConnections: true });
  handleErrors(app);
  const readUser = async ({ headers }: { headers: Record<string, unknown> }) => {
    const person = await findPerson(db, String(headers['x-user'] ?? ''));
    return person && presentOwnAccount(person, nowMs);
  };
  const router = createRouter(app, { readUser, checkAnswers: true });
  billingRoutes(router, {
    billing,
    accounts: { assertReauthenticated: () => {}, takePaymentRequest: async () => {} },
    ownOrigins: () => ['http://localhost:3000'],
  });
  router.route(getAccount, async ({ user }) => {
    const person = await findPerson(db, user?._id ?? '');
    if (!person) throw new Error('nobody');
    return presentOwnAccount(person, nowMs);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  paypal.webhooks.setUrl(`${url}/api/webhooks/paypal`);
  lemon.webhooks.setUrl(`${url}/api/webhooks/lemonsqueezy`);

  async function call(
    userId: string,
    endpoint: Pick<Endpoint<never, never, never, unknown>, 'method' | 'path'>,
    body?: object,
  ) {
    const answer = await app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { 'x-user': userId },
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  /** Runs what waits, a failed job not again. */
  async function work(): Promise<void> {
    await Promise.all([paypal.webhooks.idle(), lemon.webhooks.idle()]);
    for (const { name, payload } of waiting.splice(0)) await runJob(jobs, name, payload);
  }
  return {
    db,
    billing,
    app,
    url,
    paypal,
    lemon,
    mails,
    waiting,
    changed,
    call,
    work,
    run: (name: string) => runJob(jobs, name),
    addTime: (ms: number) => {
      nowMs += ms;
    },
    now: clock.now,
    addUser: async (seed: Partial<Parameters<typeof newUser>[1]> = {}): Promise<string> => {
      people += 1;
      const user = newUser(nowMs, {
        username: `payer${people}@example.com`,
        first_name: 'Ana',
        last_name: 'Botha',
        user_type: 'retail',
        is_approved: true,
        password_hash: 'none',
        ...seed,
      });
      await insertUser(db, user);
      return user.id;
    },
    /** The account as its owner reads it, and whether it opens everything. */
    async see(userId: string) {
      const { body } = await call(userId, getAccount);
      const person = await findPerson(db, userId);
      const hasAccess = person !== null && fullTier(presentOwnAccount(person, nowMs), nowMs);
      return { subscription: body.subscription, hasAccess };
    },
    close: async () => {
      // A notice on its way would be stored among those of the next test.
      await Promise.all([paypal.webhooks.idle(), lemon.webhooks.idle()]);
      await app.close();
      await paypal.close();
      await lemon.close();
    },
  };
}

/** Starts billing anew before each test of a suite, on one database of the kind, and hands it over. */
export function beforeEachBilling(
  kind: Parameters<typeof openTestDatabase>[0],
  use: (world: TestBilling) => void,
): void {
  let database: DatabaseHandle;
  let world: TestBilling;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    world = await startBilling(database);
    use(world);
  });
  afterEach(() => world.close());
}
