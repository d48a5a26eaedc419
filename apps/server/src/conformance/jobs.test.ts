import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import { EXCHANGES } from '@moneytrail/contract';
import { columnsFrom, computeMarks, DEFAULT_INPUTS } from '@moneytrail/indicators';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAlert } from '../../../../packages/alerts/src/testing/make-alert.ts';
import { allJobs } from '../all-jobs.ts';
import { createCheckedBus } from '../bus/testing/checked-bus.ts';
import { readConfig } from '../config.ts';
import type { Database, DatabaseHandle } from '../db/index.ts';
import { DATABASE_KINDS, openTestDatabase, USUAL_KINDS } from '../db/testing/test-database.ts';
import { runJob } from '../jobs/testing/run-job.ts';
import { createNoticeSender } from '../modules/accounts/index.ts';
import { insertUser } from '../modules/accounts/profile/user-store.ts';
import { newUser } from '../modules/accounts/registration/new-user.ts';
import { createWebhooks } from '../modules/alerts/index.ts';
import { trendingBars } from '../modules/analysis/testing/trending-bars.ts';
import { createAudit } from '../modules/audit/index.ts';
import { importInPieces } from '../modules/bars/index.ts';
import { createWritableBars } from '../modules/bars/testing/writable-bars.ts';
import { APPLY_EVENT } from '../modules/billing/events.ts';
import { BUY_DEMO_PLAN, createBilling } from '../modules/billing/index.ts';
import { createCatalogue, findInstrument, storeImported } from '../modules/catalogue/index.ts';
import { importWork } from '../modules/instruments/index.ts';
import { createScriptedFeeds } from '../modules/live/testing/scripted-feed.ts';
import { testWork } from '../modules/rule-tests/index.ts';
import { RULE } from '../modules/rule-tests/testing/rule.ts';
import { createOutbox, type Outbox } from '../outbox/index.ts';
import { addBillingWork, scriptedProvider } from './testing/billing-work.ts';

const log = pino({ level: 'silent' });
const secret = 'a secret for tests that is long enough';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const TODAY = Date.parse('2026-11-20');
const DAYS = trendingBars(900, TODAY, DAY_MS);
const MINUTES = trendingBars(2_000, NOW - MINUTE_MS, MINUTE_MS);
const MARKS = computeMarks(columnsFrom(DAYS.slice(0, -1)), DEFAULT_INPUTS);
/** The bar of the newest mark. */
const [MARK] = DAYS.filter(({ time }) => time === MARKS.at(-1)?.time);
const HOLE = { fromMs: NOW - 5 * HOUR_MS, toMs: NOW - 4 * HOUR_MS };
/** One vendor misprints a day, and repeats it. */
const MISPRINTED = DAYS.map((bar, at) => (at === 860 ? { ...bar, high: bar.high * 5 } : bar));
/** A job is killed after these parts of its statements. */
const KILLS = process.env.TEST_LONG === 'true' ? [0.15, 0.3, 0.5, 0.7, 0.85] : [0.5];
const LISTED = {
  description: 'Some pair',
  listedExchange: { name: 'Test', value: 'TEST' },
  ...({ type: 'crypto', marketHours: 'crypto' } as const),
};
/**
 * No demo account has a plan to buy; every instrument has days stored; the database keeps the ends of payments itself; and
 * the corrected bar is older than what this job looks for, which is work of the nightly one. No history is requested: one
 * that a killed process left is taken over a minute later, which the tests of the backfill show.
 */
const IDLE = [
  BUY_DEMO_PLAN.name,
  'bars.begin-days',
  'accounts.check-payments',
  'analysis.note-recent-corrections',
  'instruments.backfill',
];
const config = readConfig({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://nowhere',
  AUTH_SECRET: secret,
  PUBLIC_URL: 'https://charts.example',
  BVG_BASE_URL: 'https://bvg.example',
  FMP_API_KEY: 'key',
  TIINGO_TOKEN: 'token',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@charts.example',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15005550006',
  PAYPAL_CLIENT_ID: 'a',
  PAYPAL_CLIENT_SECRET: 'b',
  PAYPAL_WEBHOOK_ID: 'c',
});

/** The connection of a process that dies before one of its statements. */
class Life implements KyselyPlugin {
  statements = 0;
  left = Number.POSITIVE_INFINITY;
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    if (this.left-- <= 0) throw new Error('the process is dead');
    this.statements++;
    return node;
  };
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

/** A process that starts now, beside vendors that are always the same. */
async function startProcess(db: Kysely<Database>, nowMs: number) {
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const feeds = createScriptedFeeds();
  for (const exchange of EXCHANGES) {
    const feed = feeds[exchange];
    feed.isSimulated = false;
    for (const code of ['BTCUSD', 'ETHUSD']) feed.bars.set(`${code} 1D`, DAYS);
    feed.bars.set('BTCUSD 1', MINUTES);
    feed.list = async () => ['BTCUSD', 'NEWUSD'].map((code) => ({ ...LISTED, code }));
  }
  feeds.FMP.bars.set('ETHUSD 1D', MISPRINTED);
  const bus = createCheckedBus();
  const enqueued: { name: string; payload: object }[] = [];
  const queues = {
    enqueue: async ({ name }: { name: string }, payload: unknown) => {
      enqueued.push({ name, payload: Object(payload) });
      return null;
    },
    payloadsUnderWay: async ({ name }: { name: string }) =>
      enqueued.filter((each) => each.name === name).map(({ payload }) => payload),
  };
  const outbox = createOutbox({ db, clock, jobs: queues, secret });
  const catalogue = await createCatalogue({ db, clock, log });
  const bars = createWritableBars({ db, feeds, clock, log });
  const mail = { send: async () => undefined, close: async () => undefined };
  const sms = { send: async () => undefined };
  const audit = createAudit({ db, clock, log, secret });
  const given = { config, db, log, clock, bus, outbox, audit, secret };
  const random = () => 0.37;
  // The product's own is encrypted anew each time: two of the same message could not be compared.
  const plainOutbox: Pick<Outbox, 'add'> = {
    add: async (trx, message) => {
      if (message.channel !== 'email') return;
      const { channel, to: recipient, subject, text } = message;
      const row = { channel, recipient, subject, text, sent_at_ms: 0 };
      await trx.insertInto('demo_mailbox').values(row).execute();
    },
  };
  const billing = createBilling({
    ...given,
    jobs: queues,
    publicUrl: 'http://localhost',
    sendNotice: createNoticeSender({ clock, outbox: plainOutbox, secret, isDemo: config.isDemo }),
    payments: { providers: { paypal: scriptedProvider(NOW) } },
    tellAccessChanged: () => {},
  });
  const base = {
    config,
    copyFiles: null,
    db,
    clock,
    log,
    secret,
    mail,
    sms,
    bus,
    feeds,
    catalogue,
    bars,
    random,
  };
  return {
    ...base,
    jobs: allJobs({
      ...base,
      audit,
      billing,
      jobs: queues,
      alertLimits: { retail: 3, subscriber: 200, commercial: 1_000 },
      isRecordPublic: true,
      backfillDays: { '1': 2, '15': 3, '60': 5 },
      imports: importWork({ db, clock }),
      computeTest: testWork({ db, bars, feeds, clock }),
      outbox: plainOutbox,
      webhooks: createWebhooks(secret),
      post: async () => ({ status: 200, ms: 1, beginning: '' }),
      publicUrl: 'http://localhost',
      contact: 'mailto:nobody@example.com',
    }),
    outbox,
    enqueued,
  };
}

const WATCHED = makeAlert({
  symbol: 'FMP:BTC/USD',
  conditions: [{ kind: 'price', is: 'above', value: 1 }],
});

/** An alert whose end has come, one whose owner has the right again, an old firing, and one that waits to be told on every way; returns its webhook. */
async function addFiring(db: Kysely<Database>): Promise<number> {
  const person = { username: 'watcher@example.com', first_name: 'Ana', last_name: 'Botha' };
  const account = { id: 'watcher', ...person, password_hash: 'none', user_type: 'retail' } as const;
  await insertUser(db, { ...newUser(0, account), is_approved: true });
  const made = { user_id: account.id, created_at_ms: 0 };
  const encrypted = createWebhooks(secret).encrypt(account.id, 'whsec_AAAA');
  const { id } = await db
    .insertInto('webhooks')
    .values({ ...made, name: 'Desk', url: 'https://hooks.example/', secret: encrypted })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: instrument_id } = await db
    .selectFrom('instruments')
    .select('id')
    .where('code', '=', 'BTCUSD')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('alerts')
    .values({
      ...made,
      instrument_id,
      create_key: 'key',
      definition: '{}',
      state: 'active',
      until_ms: NOW - 1,
      revision: 1,
      activation: 1,
      activated_ms: 0,
      changed_ms: 0,
    })
    .execute();
  await db
    .insertInto('alerts')
    .values({
      ...made,
      instrument_id,
      create_key: 'waits for a right',
      definition: JSON.stringify(WATCHED),
      state: 'paused',
      paused_for: 'noRight',
      revision: 1,
      activation: 1,
      activated_ms: 0,
      changed_ms: 0,
    })
    .execute();
  const told = { name: '', symbol: 'FMP:BTC/USD', resolution: '60', text: 'x', message: 'x' };
  const fired = { ...told, user_id: account.id, price: 1, time_ms: NOW, bar_time: NOW };
  await db
    .insertInto('alert_firings')
    .values({ ...fired, occurrence: 'old', stored_at_ms: 0 })
    .execute();
  const { id: firing_id } = await db
    .insertInto('alert_firings')
    .values({ ...fired, occurrence: '1 once', stored_at_ms: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  const waiting = { ...made, firing_id, state: 'waiting' } as const;
  await db
    .insertInto('alert_deliveries')
    .values([
      { ...waiting, channel: 'mail' },
      { ...waiting, channel: 'push' },
      { ...waiting, channel: 'webhook', webhook_id: id },
    ])
    .execute();
  const browser = { endpoint: 'https://push.example/1', p256dh: 'x', auth: 'y' };
  await db
    .insertInto('push_subscriptions')
    .values({ ...made, ...browser })
    .execute();
  return id;
}

/** A test of a rule that waits; returns its id. */
async function addRuleTest(db: Kysely<Database>): Promise<number> {
  const instruments = await db
    .selectFrom('instruments')
    .select('id')
    .where('exchange', '=', 'FMP')
    .where('code', 'in', ['BTCUSD', 'ETHUSD'])
    .orderBy('code')
    .execute();
  const { id } = await db
    .insertInto('rule_tests')
    .values({
      user_id: 'watcher',
      asked: JSON.stringify({ rule: RULE, symbols: ['FMP:BTC/USD', 'FMP:ETH/USD'] }),
      instrument_ids: instruments.map((each) => each.id),
      locked: 0,
      asked_at_ms: NOW,
      state: 'waiting',
      asked_hash: 'asked',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An instrument made from a file, whose days were built by the hours that it had then. */
async function importWithOtherHours(db: Kysely<Database>): Promise<number> {
  const code = 'SILVER';
  const imported = { access: 'signedIn', finestResolution: '60' } as const;
  const described = { description: 'Silver', type: 'commodity', marketHours: 'crypto' } as const;
  const id = await storeImported(db, { code, ...described, imported });
  const instrument = await findInstrument(db, 'Imported', code);
  if (!instrument) throw new Error(`${code} was not stored`);
  const pieces = [columnsFrom(trendingBars(100, TODAY, HOUR_MS))];
  const clock = { now: () => NOW };
  await importInPieces({ db, clock }, { instrument, resolution: '60', pieces });
  await db.updateTable('instruments').set({ market_hours: 'forex' }).where('id', '=', id).execute();
  return id;
}

async function tablesOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

type Content = ReadonlyMap<string, string>;

/** Everything that is stored, a text a table. */
async function read(db: Kysely<Database>): Promise<Content> {
  const content = new Map<string, string>();
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(t order by t::text), '[]')::text as rows
      from ${sql.table(table)} as t`.execute(db);
    content.set(table, rows[0]?.rows ?? '');
  }
  return content;
}

/** The columns of each table, without those that the database computes of others. */
async function storedColumns(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns where is_generated = 'NEVER' group by table_name`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Makes the tables of a database that differ what they were; `now` is what it holds. */
async function restore(db: Kysely<Database>, content: Content, now: Content): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const columns = await storedColumns(trx);
    for (const [table, rows] of content) {
      if (now.get(table) === rows) continue;
      await sql`delete from ${sql.table(table)}`.execute(trx);
      const names = sql.join((columns.get(table) ?? []).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(
        trx,
      );
    }
  });
}

/** Serial ids differ after a rollback, and so do the database's timestamps and transaction ids. */
function comparable(content: Content): Record<string, string> {
  const byDatabase: Record<string, RegExp> = {
    access_changes: /"(seq|at_ms|tx)":\d+,?/g,
    alerts: /"id":\d+,|,"changed_ms":\d+/g,
  };
  const withoutIds = (table: string, rows: string) =>
    rows
      .slice(1, -1)
      .replaceAll(byDatabase[table] ?? /"id":\d+,/g, '')
      .split(', \n ')
      .toSorted()
      .join('\n');
  return Object.fromEntries([...content].map(([table, rows]) => [table, withoutIds(table, rows)]));
}

describe.each(DATABASE_KINDS)('every job, on %s', (kind) => {
  /** Transactions end alike in both databases: in the other one it is enough to run each job twice. */
  const kills = USUAL_KINDS.includes(kind) ? KILLS : [];
  let database: DatabaseHandle;
  let start: Content;
  /** The content at the last reading. */
  let last: Content;
  let names: string[];
  let cases: { name: string; payload: object }[];

  /** There is something to do for every job. */
  beforeAll(async () => {
    if (!MARK) throw new Error('the sample has no marks');
    database = await openTestDatabase(kind);
    const { db } = database;
    const before = await startProcess(db, MARK.time - DAY_MS);
    await before.catalogue.seedDemo();
    await runJob(before.jobs, 'analysis.publish-marks');
    const then = await startProcess(db, MARK.time + DAY_MS + HOUR_MS);
    await runJob(then.jobs, 'analysis.publish-marks');
    await then.bars.write({
      instrument: await then.catalogue.resolve('FMP:BTCUSD'),
      resolution: '1D',
      bars: [{ ...MARK, close: MARK.open }],
      isTrusted: true,
    });
    const process = await startProcess(db, NOW - DAY_MS);
    const bitcoin = await process.catalogue.resolve('FMP:BTCUSD');
    const ether = await process.catalogue.resolve('FMP:ETHUSD');
    const { bars, outbox } = process;
    await bars.lastBars({ instrument: bitcoin, resolution: '1D', count: 10 });
    await runJob(process.jobs, 'bars.draw-days');
    await bars.lastBars({ instrument: ether, resolution: '1D', count: 10 });
    await db.updateTable('quarantined_bars').set({ asked_at_ms: 0 }).execute();
    const kept = MINUTES.filter(({ time }) => time < HOLE.fromMs || time >= HOLE.toMs);
    await bars.write({ instrument: bitcoin, resolution: '1', bars: kept });
    const slots = ['a', 'b'].map((id) => ({ id, holder: id, expires_at_ms: 0 }));
    await db.insertInto('stream_slots').values(slots).execute();
    const seen = { count: 1, first_seen_ms: 0, last_seen_ms: 0 };
    const failure = { source: 'http', level: 'error', message: 'x', context: '{}' } as const;
    await db
      .insertInto('error_log')
      .values({ fingerprint: 'aged', ...failure, ...seen })
      .execute();
    const contact = { id: 'aged', name: 'Ana', email: 'a@b.example', phone: null, message: 'x' };
    await db
      .insertInto('contact_messages')
      .values({ ...contact, created_at_ms: 0 })
      .execute();
    const ticket = { hash: 'unused', session_id: null, expires_at_ms: 0 };
    await db.insertInto('stream_tickets').values(ticket).execute();
    await db.transaction().execute(async (trx) => {
      await outbox.add(trx, {
        channel: 'email',
        to: 'a@b.example',
        subject: 's',
        text: 't',
        html: 'h',
      });
      await outbox.add(trx, { channel: 'sms', to: '+15005550006', text: 't' });
    });
    await addBillingWork(db, NOW);
    for (const id of ['gone', 'also-gone']) {
      const names = { username: `${id}@example.com`, first_name: 'Ana', last_name: 'Botha' };
      const gone = { id, ...names, password_hash: 'none', user_type: 'retail' } as const;
      await insertUser(db, { ...newUser(0, gone), deleted_at_ms: NOW - 20 * DAY_MS });
    }
    const back = { exchange: 'FMP', sinceMs: HOLE.fromMs };
    const told = { name: APPLY_EVENT.name, payload: { provider: 'paypal', key: 'WH-1' } };
    const bought = { name: BUY_DEMO_PLAN.name, payload: {} };
    const repaired = { name: 'bars.repair-gaps', payload: { back } };
    const rows = MINUTES.slice(0, 10).map((bar) =>
      [bar.time / 1_000, bar.open, bar.high, bar.low, bar.close, bar.volume].join(','),
    );
    const data = Buffer.from(['time,open,high,low,close,volume', ...rows, ''].join('\n'));
    const file = { id: 'd0000000-0000-4000-8000-000000000000', name: 'gold.csv' };
    const gold = {
      code: 'GOLD',
      description: 'Gold',
      type: 'crypto',
      marketHours: 'crypto',
    } as const;
    const request = JSON.stringify({ ...gold, access: 'signedIn', resolution: '1', zone: 'UTC' });
    // Its number would differ after a rollback.
    await storeImported(db, {
      ...gold,
      priceScale: 100,
      imported: { access: 'signedIn', finestResolution: '1' },
    });
    const sent = { size_bytes: data.length, state: 'storing', request } as const;
    await db
      .insertInto('import_files')
      .values([
        { ...file, ...sent, created_at_ms: NOW - HOUR_MS },
        { ...file, ...sent, id: 'a0000000-0000-4000-8000-000000000000', created_at_ms: 0 },
      ])
      .execute();
    await db.insertInto('import_file_parts').values({ file_id: file.id, part: 0, data }).execute();
    const imported = { name: 'instruments.run-import', payload: { id: file.id } };
    const rebuilt = {
      name: 'instruments.rebuild-imported',
      payload: { id: await importWithOtherHours(db) },
    };
    const webhookId = await addFiring(db);
    const tested = { name: 'rule-tests.run-test', payload: { id: await addRuleTest(db) } };
    const alerts = [
      { name: 'alerts.send-mails', payload: { userId: 'watcher' } },
      { name: 'alerts.send-pushes', payload: { userId: 'watcher' } },
      { name: 'alerts.call-webhook', payload: { webhookId } },
    ];
    const given = [
      ...alerts,
      ...process.enqueued,
      repaired,
      told,
      bought,
      imported,
      rebuilt,
      tested,
    ];
    const scheduled = process.jobs.filter(({ schedule }) => schedule !== null);
    cases = [...given, ...scheduled.map(({ name }) => ({ name, payload: {} }))];
    names = process.jobs.map(({ name }) => name);
    start = await read(db);
    last = start;
  });
  afterAll(() => database.close());

  /** Runs a job in a separate process that exits after this many statements; resolves to the number made. */
  async function run({ name, payload }: (typeof cases)[number], dieAfter?: number) {
    const life = new Life();
    const { jobs } = await startProcess(database.db.withPlugin(life), NOW);
    life.left = dieAfter ?? life.left;
    life.statements = 0;
    const running = runJob(jobs, name, payload);
    await (dieAfter === undefined ? running : running.catch(() => undefined));
    return life.statements;
  }
  async function content(): Promise<Record<string, string>> {
    last = await read(database.db);
    return comparable(last);
  }

  test('C76: running twice, or again after a kill in between, leaves the same as running once', async () => {
    expect(new Set(cases.map(({ name }) => name))).toEqual(new Set(names));
    const unchanged: string[] = [];
    const before = comparable(start);
    for (const each of cases) {
      await restore(database.db, start, last);
      const statements = await run(each);
      const once = await content();
      if (isDeepStrictEqual(once, before)) unchanged.push(each.name);
      await run(each);
      expect([each, await content()]).toEqual([each, once]);
      for (const part of kills) {
        await restore(database.db, start, last);
        await run(each, Math.floor(statements * part));
        await run(each);
        expect([each, part, await content()]).toEqual([each, part, once]);
      }
    }
    expect(unchanged).toEqual(IDLE);
  }, 600_000);
});
