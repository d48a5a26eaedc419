import { randomUUID } from 'node:crypto';
import { BRAND, type ErrorSource } from '@moneytrail/contract';
import type { DestinationStream, Logger } from 'pino';
import { allJobs } from './all-jobs.ts';
import type { Builders } from './answer-thread/answer-thread.ts';
import { buildInThread } from './answer-thread/answer-thread.ts';
import { addBackupFigures } from './backup/backup-folder.ts';
import type { BarsThreadData } from './bars-in-thread.ts';
import { createLocalBus, createNatsBus, INSTRUMENTS_CHANGED, type TickBus } from './bus/index.ts';
import type { Config, Role } from './config.ts';
import { type DatabaseHandle, openDatabase } from './db/index.ts';
import type { RunningSimulators } from './demo/simulated-providers.ts';
import { addFigures, createBusMeter } from './figures.ts';
import { type Jobs, openJobs } from './jobs/index.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createNoticeSender, type GuessCost } from './modules/accounts/index.ts';
import {
  createAlertEngine,
  createScreenEngine,
  createWebhooks,
  type Webhooks,
} from './modules/alerts/index.ts';
import { type Audit, createAudit } from './modules/audit/index.ts';
import { type BarService, createBars } from './modules/bars/index.ts';
import {
  type Billing,
  BUY_DEMO_PLAN,
  createBilling,
  planRightsOf,
  READ_PLANS,
} from './modules/billing/index.ts';
import { type Catalogue, createCatalogue, SYNC_INSTRUMENTS } from './modules/catalogue/index.ts';
import {
  createErrorLog,
  createLineBuffer,
  type ErrorLog,
  type LineBuffer,
  OWN_SOURCE,
} from './modules/errorlog/index.ts';
import { type ImportWork, importInThread, importWork } from './modules/instruments/index.ts';
import { createLive, type Live } from './modules/live/index.ts';
import { computeInThread, type TestWork, testWork } from './modules/rule-tests/index.ts';
import { createScreenTable } from './modules/screener/index.ts';
import {
  createSnapshots,
  createStudyFigures,
  type Snapshots,
  type StudyFiguresOfScreens,
} from './modules/snapshots/index.ts';
import { linkBase, type OpenAccounts, openAccounts, tellAccessChanged } from './open-accounts.ts';
import { createOutbox, type Outbox } from './outbox/index.ts';
import type { DemoMailbox } from './outside/demo-mailbox.ts';
import type { Feeds, OpenFeeds } from './outside/feeds/create-feeds.ts';
import { createGuardedPost, type GuardedPost } from './outside/guarded-post.ts';
import { openMessages } from './outside/open-messages.ts';
import { openPayments, type Payments } from './outside/payments/open-payments.ts';
import { openFeeds, type ReachedFeeds, reachProviders } from './reach-providers.ts';
import { installationSecret, secretsOf } from './secrets.ts';
import {
  type Clock,
  createSteadyClock,
  heldClock,
  MACHINE_CLOCK,
  type SteadyClock,
} from './steady-clock.ts';
import { throwFailures } from './throw-failures.ts';
import type { Waits } from './waits.ts';

/** Everything with a lifetime; `close` ends it in reverse order. */
export type Context = {
  config: Config;
  /** Identifies this process among its replicas. */
  processId: string;
  log: Logger;
  clock: Clock;
  /** For measuring durations, and for live prices. */
  steadyClock: SteadyClock;
  random: () => number;
  db: DatabaseHandle['db'];
  databaseKind: DatabaseHandle['kind'];
  checkDatabase: DatabaseHandle['check'];
  bus: TickBus;
  jobs: Jobs;
  outbox: Outbox;
  /** The messages "sent" in demo mode; null if every message is really sent. */
  demoMailbox: DemoMailbox | null;
  /** Opened on first use. */
  feeds: Feeds;
  breakers: OpenFeeds['breakers'];
  simulators: RunningSimulators;
  metrics: Metrics;
  catalogue: Catalogue;
  bars: BarService;
  /** Absent in other roles, and in tests that control the clock: answers are then built in the main thread. */
  builders: Builders | undefined;
  /** Loads in the background what the first answer needs; resolves when that is loaded. */
  warmUp: () => Promise<void>;
  live: Live;
  snapshots: Snapshots;
  studyFigures: StudyFiguresOfScreens;
  /** The stored figures of all instruments, which are read when they are first asked for. */
  screenTable: ReturnType<typeof createScreenTable>;
  /** Null unless the process reads feeds. Inactive until `start`. */
  alertEngine: ReturnType<typeof createAlertEngine> | null;
  /** Null unless the process reads feeds. Inactive until `start`. */
  screenEngine: ReturnType<typeof createScreenEngine> | null;
  /** The secrets of webhooks, and the sender to addresses that accounts have chosen. */
  webhooks: Webhooks;
  post: GuardedPost;
  /** The installation's secret; another one in each process that only ingests. */
  secret: string;
  /** Null unless the process serves browsers. */
  people: OpenAccounts | null;
  audit: Audit;
  errorLog: ErrorLog;
  billing: Billing;
  /** Without providers in a process that neither sells nor settles. */
  payments: Payments;
  /** Idempotent. */
  close: () => Promise<void>;
};

type Start = Pick<Context, 'config' | 'log' | 'clock' | 'steadyClock' | 'random'> & {
  guessCost: GuessCost;
  waits: Waits;
  /** Interval at which workers look for jobs that were planned for later; the product's by default. */
  pollSeconds: number | undefined;
  failureLines: LineBuffer;
  /** Called in reverse order at the end. */
  closers: (() => Promise<void>)[];
};

/** The same parts with a log that names `source`. */
function as<Parts extends { log: Logger }>(parts: Parts, source: ErrorSource): Parts {
  return { ...parts, log: parts.log.child({ source }) };
}

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

const servesPeopleBy = ({ roles }: Config) => roles.includes('api') || roles.includes('worker');

/** A process that only ingests needs no shared secret: others read nothing that it signs or encrypts. */
async function secretOf(config: Config): Promise<string> {
  return servesPeopleBy(config) ? installationSecret(config) : randomUUID();
}

/** Opens the database, the bus and the queues, and starts opening the providers, which may take longer. */
async function openFoundation({ closers, ...start }: Start) {
  const { config, log, clock, waits } = start;
  const { databaseUrl, databaseDirectUrl: directUrl, databasePool, dataDir } = config;
  const opening = openDatabase({
    databaseUrl,
    directUrl,
    dataDir,
    waits,
    maxConnections: databasePool.main,
    log: as(start, 'database').log,
  });
  closers.push(async () => (await opening.catch(() => null))?.close());
  const providers = reachProviders(start, opening, closers);
  const database = await opening;
  const secret = await secretOf(config);
  const errorLog = createErrorLog({
    db: database.db,
    clock,
    lines: start.failureLines,
    log: log.child({ source: OWN_SOURCE }),
    secrets: secretsOf(config, secret),
  });
  closers.push(errorLog.close);
  const { db, kind: databaseKind, check: checkDatabase, copyFiles } = database;
  const report = (message: string, detail: Record<string, unknown>) =>
    as(start, 'bus').log.warn(detail, message);
  const metrics = createMetrics(log);
  const meter = createBusMeter(metrics, { clock, lost: () => bus.lost() });
  const bus: TickBus = config.natsUrl
    ? await createNatsBus(config.natsUrl, { report, meter })
    : createLocalBus({ report, meter });
  closers.push(() => bus.close());
  const jobs = await openJobs(
    { database, clock, log: as(start, 'jobs').log },
    {
      isWorker: config.roles.includes('worker'),
      maxConnections: databasePool.jobs,
      ...(start.pollSeconds !== undefined && { pollSeconds: start.pollSeconds }),
    },
  );
  closers.push(() => jobs.close());
  const stored = { db, databaseKind, checkDatabase, copyFiles, shareDatabase: database.share };
  const own = { bus, jobs, metrics, secret, errorLog, processId: randomUUID() };
  return { ...start, ...stored, ...own, providers };
}

/** Only processes that serve browsers need accounts. */
async function openPeople(
  base: Foundation,
  modules: Pick<Context, 'outbox' | 'audit'>,
  closers: Start['closers'],
): Promise<OpenAccounts> {
  const people = await openAccounts({ ...as(base, 'accounts'), ...modules });
  closers.push(people.close);
  return people;
}

/** The start data of threads that read bars, and the receivers of their events. */
function barsThreadDeps(
  { config, feedSettings, shareDatabase, failureLines }: Foundation & ReachedFeeds,
  { bars }: Pick<Context, 'bars'>,
  maxConnections: number,
) {
  const { databaseReadUrl: replicaUrl, logLevel } = config;
  const own = { replicaUrl, maxConnections, feeds: feedSettings, logLevel };
  const dataOf = (): BarsThreadData => ({ ...own, database: shareDatabase() });
  return { bars, onFailureLine: failureLines.write, dataOf };
}

/** Builds answers in a separate thread, in processes that serve browsers. */
function openBuilders(
  base: Foundation & Pick<Start, 'closers'> & ReachedFeeds,
  modules: Pick<Context, 'bars'>,
): Pick<Context, 'builders' | 'warmUp'> {
  const { config, closers, clock } = base;
  if (clock.now !== Date.now) return NO_BUILDERS;
  const answers = buildInThread({
    ...barsThreadDeps(base, modules, config.databasePool.answers),
    log: as(base, 'answers').log,
  });
  closers.push(answers.close);
  return { builders: answers.builders, warmUp: answers.warmUp };
}

/** Imports have threads of their own, except in tests that control the clock. */
function openImports(base: Pick<Foundation, 'clock' | 'db' | 'log' | 'shareDatabase'>): ImportWork {
  return base.clock.now === Date.now ? importInThread(base) : importWork(base);
}

/** A test reads four instruments ahead, which wait for each other's feeds more than for the database. */
const TEST_CONNECTIONS = 2;

/** Tests of rules have threads of their own, except in tests that control the clock. */
function openTestWork(base: Foundation & ReachedFeeds, modules: Pick<Context, 'bars'>): TestWork {
  return base.clock.now === Date.now
    ? computeInThread(barsThreadDeps(base, modules, TEST_CONNECTIONS))
    : testWork({ ...base, ...modules });
}

const NO_BUILDERS = { builders: undefined, warmUp: async () => {} };

const NO_PAYMENTS: Payments = {
  providers: {},
  announceAddress: () => undefined,
  close: async () => undefined,
};

/** Follows instruments enabled or disabled by other processes at once; without a notice, within ten seconds. */
function followChanges({ bus, log }: Pick<Foundation, 'bus' | 'log'>, catalogue: Catalogue): void {
  bus.subscribe(INSTRUMENTS_CHANGED, () => {
    catalogue
      .reload()
      .catch((error) => log.error({ err: error }, 'instruments could not be read again'));
  });
}

async function openModules(start: Start): Promise<Omit<Context, 'close'>> {
  const { config, closers, steadyClock } = start;
  const has = (role: Role) => config.roles.includes(role);
  const foundation = await openFoundation(start);
  const { secret } = foundation;
  const servesPeople = servesPeopleBy(config);
  const messages = await openMessages(foundation);
  closers.push(messages.close);
  const outbox = createOutbox(as(foundation, 'outbox'));
  const audit = createAudit(as(foundation, 'audit'));
  const payments = servesPeople ? await openPayments(as(foundation, 'billing')) : NO_PAYMENTS;
  closers.push(payments.close);
  const billing = createBilling({
    ...as(foundation, 'billing'),
    audit,
    payments,
    planRights: planRightsOf(config.planRights),
    secret,
    publicUrl: linkBase(config),
    sendNotice: createNoticeSender({
      clock: start.clock,
      outbox,
      secret,
      isDemo: config.isDemo,
      ...start.guessCost,
    }),
    tellAccessChanged: (userIds) => tellAccessChanged(foundation.bus, userIds),
  });
  const catalogue = await createCatalogue(as(foundation, 'catalogue'));
  await catalogue.addFirst();
  if (config.isDemo) await catalogue.seedDemo();
  followChanges(foundation, catalogue);
  const people = has('api') ? await openPeople(foundation, { outbox, audit }, closers) : null;
  const base = { ...foundation, ...(await openFeeds(as(foundation, 'feeds'), closers)) };
  const bars = createBars(as(base, 'bars'));
  const modules = { outbox, audit, billing, catalogue, bars };
  const builders = has('api') ? openBuilders({ ...base, closers }, { bars }) : NO_BUILDERS;
  const live = createLive({
    ...as(base, 'live'),
    clock: steadyClock,
    catalogue,
    bars,
    isIngest: has('ingest'),
    isAlone: foundation.databaseKind === 'pglite',
  });
  closers.push(() => live.stop());
  const webhooks = createWebhooks(secret);
  const post = createGuardedPost({ mayReachLoopback: config.isDemo, clock: MACHINE_CLOCK });
  const snapshots = createSnapshots({ ...as(base, 'snapshots'), catalogue, bars, live });
  closers.push(() => snapshots.stop());
  const studyFigures = createStudyFigures({
    ...as(base, 'snapshots'),
    catalogue,
    bars,
    live,
    snapshots,
  });
  closers.push(() => studyFigures.stop());
  const alertEngine = has('ingest')
    ? createAlertEngine({ ...as(base, 'alerts'), catalogue, bars, live })
    : null;
  closers.push(async () => alertEngine?.stop());
  const screenTable = createScreenTable({ ...base, catalogue, snapshots, studyFigures });
  const screenEngine = has('ingest')
    ? createScreenEngine({ ...as(base, 'alerts'), live, screenTable, studyFigures })
    : null;
  closers.push(async () => screenEngine?.stop());
  // Running jobs use everything else: they end first.
  closers.push(() => base.jobs.close());
  await base.jobs.start(
    allJobs({
      ...base,
      backfillDays: config.backfillDays,
      alertLimits: config.alertLimits,
      isRecordPublic: config.isRecordPublic,
      ...messages,
      ...modules,
      imports: openImports(as(base, 'instruments')),
      computeTest: openTestWork(base, { bars }),
      webhooks,
      post,
      publicUrl: linkBase(config),
      contact: `mailto:${BRAND.contactAddress}`,
    }),
  );
  if (has('worker')) {
    await base.jobs.enqueue(SYNC_INSTRUMENTS, {});
    if (Object.keys(payments.providers).length > 0) await base.jobs.enqueue(READ_PLANS, {});
    if (config.isDemo && !config.payments.paypal) await base.jobs.enqueue(BUY_DEMO_PLAN, {});
  }
  addFigures({ ...base, live, outbox });
  if (has('worker') && config.backup)
    addBackupFigures(base.metrics, config.backup.folder, base.clock);
  const { demoMailbox } = messages;
  return {
    ...base,
    ...modules,
    ...builders,
    people,
    demoMailbox,
    payments,
    live,
    snapshots,
    studyFigures,
    alertEngine,
    screenTable,
    screenEngine,
    webhooks,
    post,
  };
}

/** Closes everything in reverse order; a failure does not keep the others open. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of closers.toReversed()) await end().catch((error) => failures.push(error));
  throwFailures(failures);
}

/** Opens the database, connects to or simulates the providers, and creates every module. */
export async function createContext(
  config: Config,
  options: {
    clock?: Pick<Clock, 'now'>;
    logTo?: DestinationStream;
    guessCost?: GuessCost;
    waits?: Waits;
    pollSeconds?: number;
  } = {},
): Promise<Context> {
  const clock = options.clock ? heldClock(options.clock.now) : MACHINE_CLOCK;
  const steadyClock = createSteadyClock(clock, clock.monotonicMs);
  const failureLines = createLineBuffer(clock);
  const log = createLog(config.logLevel, { sink: options.logTo, failures: failureLines });
  const closers: (() => Promise<void>)[] = [];
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= closeAll(closers);
    return closing;
  };
  try {
    const { guessCost = {}, waits = {}, pollSeconds } = options;
    const asked = { guessCost, waits, pollSeconds };
    const own = { config, log, clock, steadyClock, random: Math.random, ...asked };
    return { ...(await openModules({ ...own, failureLines, closers })), close };
  } catch (error) {
    await close().catch((err: unknown) =>
      log.error({ err }, 'closing after a failed start failed'),
    );
    throw error;
  }
}
