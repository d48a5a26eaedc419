import { byExchange, type ExchangeName } from '@moneytrail/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../../db/index.ts';
import {
  type DatabaseKind,
  openTestDatabase,
  silentLog,
} from '../../../db/testing/test-database.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { heldClock } from '../../../steady-clock.ts';
import { insertUser } from '../../accounts/profile/user-store.ts';
import { newUser } from '../../accounts/registration/new-user.ts';
import { createAudit } from '../../audit/index.ts';
import { createTestFeeds, type TestFeed } from '../../bars/testing/test-feeds.ts';
import { createWritableBars, type WritableBars } from '../../bars/testing/writable-bars.ts';
import { type Catalogue, createCatalogue } from '../../catalogue/index.ts';
import { importWork } from '../imports/execute-import.ts';
import { importJobs } from '../imports/run-import.ts';
import { instrumentJobs } from '../jobs.ts';
import { instrumentRoutes } from '../routes.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

const BACKFILL_DAYS = { '1': 8, '15': 100, '60': 200 };

/** The device of the administrator. */
const DEVICE = 'a device of a test';

/** The administration of instruments behind real routes, with short lists, and a clock and feeds that the test controls. */
export type InstrumentServer = {
  app: FastifyInstance;
  db: DatabaseHandle['db'];
  catalogue: Catalogue;
  bars: WritableBars;
  nowMs: number;
  feeds: Record<ExchangeName, TestFeed>;
  /** Enqueued jobs by name. */
  enqueued: string[];
  /** True if all runs of the enqueued jobs have been killed. */
  areJobsLost: boolean;
  /** Runs a job of the module once, as a worker would. */
  runJob: (name: string, payload?: object, signal?: AbortSignal) => Promise<void>;
  /** States of the runs of an instrument. */
  runsOf: (code: string) => Promise<{ rows: { state: string }[] }>;
  /** Audited actions of an instrument, newest first. */
  audited: (name: string) => Promise<string[]>;
  close: () => Promise<void>;
};

type Listed = {
  exchange: string;
  code: string;
  description: string;
  type?: string;
  hours?: string;
  isGone?: boolean;
  isSimulated?: boolean;
  life?: [string, string];
};

const LISTED: readonly Listed[] = [
  { exchange: 'FMP', code: 'ZIN', description: 'First' },
  { exchange: 'FMP', code: 'ZINC', description: 'Second' },
  { exchange: 'FMP', code: 'AZIN', description: 'Third' },
  { exchange: 'FMP', code: 'QQQ1', description: 'Amazing things' },
  { exchange: 'FMP', code: 'GONE', description: 'Left the list', isGone: true },
  { exchange: 'FMP', code: 'MADEUP', description: 'Simulated', isSimulated: true },
  { exchange: 'Tiingo', code: 'RACE', description: 'Race' },
  {
    exchange: 'BVG',
    code: 'SORG-2027-03',
    description: 'MAR27 SORG',
    type: 'futures',
    hours: 'safex',
    life: ['2026-03-02', '2027-03-23'],
  },
];

async function list(db: DatabaseHandle['db'], each: Listed): Promise<void> {
  const { exchange, code, description, type = 'stock', hours = 'us-stocks', life } = each;
  const [startDate = null, endDate = null] = life ?? [];
  await sql`
    insert into instruments (exchange, code, description, listed_name, listed_value, type, market_hours,
      is_enabled, is_listed_by_simulator, vanished_at_ms, start_date, end_date)
    values (${exchange}, ${code}, ${description}, 'N', 'N', ${type}, ${hours}, false,
      ${each.isSimulated ?? false}, ${each.isGone ? NOW : null}, ${startDate}::date, ${endDate}::date)
  `.execute(db);
}

/** Starts a server on a database of its own. */
export async function startInstrumentServer(kind: DatabaseKind): Promise<InstrumentServer> {
  const database = await openTestDatabase(kind);
  const { db } = database;
  const held = { nowMs: NOW, areJobsLost: false };
  const clock = heldClock(() => held.nowMs);
  const catalogue = await createCatalogue({ db, clock, log: silentLog });
  await catalogue.seedDemo();
  for (const each of LISTED) await list(db, each);
  const audit = createAudit({ db, clock, log: silentLog, secret: 'a secret of a test' });
  const admin = newUser(NOW, {
    username: 'admin@example.com',
    first_name: 'Ana',
    last_name: 'Botha',
    user_type: 'commercial',
    is_super_admin: true,
    is_approved: true,
    password_hash: 'none',
  });
  await insertUser(db, admin);
  const feeds = createTestFeeds();
  for (const feed of Object.values(feeds)) feed.isSimulated = false;
  const enqueued: string[] = [];
  const jobs: Pick<Jobs, 'enqueue' | 'isUnderWay'> = {
    isUnderWay: async () => !held.areJobsLost,
    enqueue: async ({ name }) => {
      enqueued.push(name);
      return null;
    },
  };
  const bars = createWritableBars({ db, feeds, clock, log: silentLog });
  const worker = importJobs({
    db,
    clock,
    bars,
    catalogue,
    bus: { publish: () => undefined },
    imports: importWork({ db, clock }),
  });
  worker.push(
    ...instrumentJobs({
      db,
      clock,
      feeds,
      jobs,
      log: silentLog,
      bars,
      random: () => 0.5,
      backfillDays: BACKFILL_DAYS,
    }),
  );
  const app = fastify();
  handleErrors(app);
  const router = createRouter(app, {
    readUser: async () => ({ ...SUPER_ADMIN, _id: admin.id }),
    checkAnswers: true,
  });
  instrumentRoutes(router, {
    db,
    clock,
    catalogue,
    audit,
    bars,
    feeds,
    deviceOf: () => DEVICE,
    feedStates: () => byExchange(() => false),
    bus: { publish: () => undefined },
    jobs,
    backfillDays: BACKFILL_DAYS,
  });
  await app.ready();
  return {
    app,
    db,
    bars,
    catalogue,
    feeds,
    enqueued,
    get nowMs() {
      return held.nowMs;
    },
    set nowMs(nowMs) {
      held.nowMs = nowMs;
    },
    get areJobsLost() {
      return held.areJobsLost;
    },
    set areJobsLost(areLost) {
      held.areJobsLost = areLost;
    },
    runJob: (name, payload = {}, signal) => runJob(worker, name, payload, signal),
    runsOf: (code) =>
      sql<{ state: string }>`select state from backfill_runs join instruments on id = instrument_id
        where code = ${code}`.execute(db),
    audited: async (name) => {
      const { entries } = await audit.list({ limit: 100 });
      const own = entries.filter(({ after }) => after?.instrument === name);
      // C55: each entry names the device.
      const nameless = own.find(({ deviceId }) => deviceId !== DEVICE);
      if (nameless) throw new Error(`${nameless.action} is recorded without its device`);
      return own.map(({ action }) => action);
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
