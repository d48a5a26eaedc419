import type { CurrentUser, ExchangeName } from '@moneytrail/contract';
import fastify from 'fastify';
import { pino } from 'pino';
import type { DatabaseHandle } from '../../../db/index.ts';
import { createCallerBudget } from '../../../http/caller-budget.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { heldClock } from '../../../steady-clock.ts';
import { createAccessRules } from '../../access/index.ts';
import { insertUser } from '../../accounts/profile/user-store.ts';
import { newUser } from '../../accounts/registration/new-user.ts';
import { createWritableBars, type WritableBars } from '../../bars/testing/writable-bars.ts';
import { type Catalogue, createCatalogue } from '../../catalogue/index.ts';
import { createScriptedFeeds, type ScriptedFeed } from '../../live/testing/scripted-feed.ts';
import { ruleTestJobs, ruleTestRoutes, type TestWork, testWork } from '../index.ts';
import { RULE } from './rule.ts';

export type RuleTestServer = {
  /** Adds an account of a commercial customer with all rights; it becomes the caller. */
  signIn: () => Promise<CurrentUser>;
  /** Changes the caller of the next requests, or a right of it. */
  caller: CurrentUser | null;
  call: (
    method: 'GET' | 'POST' | 'DELETE',
    path?: string,
    body?: object,
  ) => Promise<{ status: number; body: unknown }>;
  /** Starts a test of `RULE` on symbols; answers its id. */
  start: (...symbols: string[]) => Promise<number>;
  /** Ids of the tests whose jobs have been enqueued, in the order in which the queue runs them. */
  enqueued: number[];
  /** Runs the job of a test, by the server's own computation unless another one is given. */
  run: (
    id: number,
    options?: { computeTest?: TestWork; signal?: AbortSignal; longestTestMs?: number },
  ) => Promise<void>;
  /** Ends the tests that have no job any more. */
  endLost: () => Promise<void>;
  compute: TestWork;
  bars: WritableBars;
  catalogue: Catalogue;
  feeds: Record<ExchangeName, ScriptedFeed>;
  close: () => Promise<void>;
};

/** Starts the module on a database, with feeds and a caller that the test controls; several act as several processes. */
export async function startRuleTests(
  { db }: Pick<DatabaseHandle, 'db'>,
  nowMs: number,
): Promise<RuleTestServer> {
  const log = pino({ level: 'silent' });
  const clock = heldClock(() => nowMs);
  const feeds = createScriptedFeeds();
  const catalogue = await createCatalogue({ db, clock, log });
  await catalogue.seedDemo();
  const bars = createWritableBars({ db, feeds, clock, log });
  const app = fastify();
  handleErrors(app);
  const router = createRouter(app, {
    readUser: async () => server.caller,
    checkAnswers: true,
    access: createAccessRules({ catalogue, clock }),
  });
  const compute = testWork({ db, bars, feeds, clock });
  const server: RuleTestServer = {
    caller: null,
    enqueued: [],
    bars,
    catalogue,
    feeds,
    compute,
    async signIn() {
      const id = crypto.randomUUID();
      const username = `${id}@example.com`;
      const person = { id, username, first_name: 'Ana', last_name: 'Botha' };
      const account = { ...person, password_hash: 'none', user_type: 'commercial' } as const;
      await insertUser(db, newUser(nowMs, account));
      const payment = { hasPaid: true, paymentValidUntil: '2099-01-01' };
      const user = { ...SUPER_ADMIN, _id: id, username, isSuperAdmin: false, ...payment };
      server.caller = user;
      return user;
    },
    async call(method, path = '', body) {
      const url = `/api/data/rule-tests${path}`;
      const answer = await app.inject({ method, url, ...(body ? { payload: body } : {}) });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    },
    async start(...symbols) {
      const { status, body } = await server.call('POST', '', { rule: RULE, symbols });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return (body as { id: number }).id;
    },
    run: (id, { signal, ...given } = {}) =>
      runJob(
        ruleTestJobs({ db, jobs, computeTest: compute, ...given }),
        'rule-tests.run-test',
        { id },
        signal,
      ),
    endLost: () =>
      runJob(ruleTestJobs({ db, jobs, computeTest: compute }), 'rule-tests.end-lost', {}),
    close: () => app.close(),
  };
  const waiting: { id: number; priority: number }[] = [];
  const jobs: Pick<Jobs, 'enqueue' | 'payloadsUnderWay'> = {
    payloadsUnderWay: async () => server.enqueued.map((id) => ({ id })),
    enqueue: async (_job, payload, { priority = 0 } = {}) => {
      waiting.push({ id: (payload as { id: number }).id, priority });
      waiting.sort((a, b) => b.priority - a.priority);
      server.enqueued = waiting.map(({ id }) => id);
      return null;
    },
  };
  ruleTestRoutes(router, { db, clock, catalogue, jobs, budget: createCallerBudget(clock), log });
  await app.ready();
  return server;
}
