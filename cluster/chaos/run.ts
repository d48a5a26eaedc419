import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@moneytrail/calendar';
import pg from 'pg';
import { type Cluster, openCluster } from '../cluster.ts';
import { buildRelease } from '../release.ts';
import { startVendors } from '../vendors.ts';
import { clockSettings, FAULTS, type Fault, findFaketime, type Stage } from './faults.ts';
import { call } from './http.ts';
import {
  type Answers,
  failedOf,
  keepSignedIn,
  readHistory,
  registerPeople,
  saveLayouts,
} from './load.ts';
import { signInPeople } from './people.ts';
import { openSession, type Session } from './session.ts';
import { openStreams, type Streams } from './streams.ts';
import {
  type ChaosInstrument,
  type Comparison,
  compareWithVendors,
  type Vendors,
} from './truth.ts';

/**
 * Breaks the product and its surroundings in turn under load, and tells what that did: `npm run chaos`, or
 * `npm run chaos -- --only NATS` for the faults whose name has this text. With
 * `--from COMMIT` the release of that commit runs at first, and is replaced by the present one under load. All traffic stays on this machine.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    people: { type: 'string', default: '30' },
    streams: { type: 'string', default: '10' },
    reads: { type: 'string', default: '10' },
    from: { type: 'string' },
    out: { type: 'string' },
  },
});

const LONGEST_RECOVERY_MS = 90_000;
const LOOK_EVERY_MS = 250;
const QUIET_MS = 5_000;
const REFRESH_EVERY_MS = 20_000;
const SAVE_EVERY_MS = 3_000;
const REGISTER_EVERY_MS = 2_000;
/** The small disk of the database, where one can be mounted. */
const DISK_MEGABYTES = 700;
/** Bars are compared once their vendor cannot change them any more. */
const SETTLED_MS = 20_000;

/** Mounts a small disk for the database; null where that is not allowed. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'moneytrail-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}

/** Rows of the cluster's database, read past the network that faults break. */
async function select<Row extends pg.QueryResultRow>(cluster: Cluster, text: string) {
  const client = new pg.Client({ connectionString: cluster.database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Instruments with prices around the clock, read from the installation: one of Bitfinex, whose few calls a minute would
 * not do for more, and those of FMP.
 */
async function readInstruments(cluster: Cluster): Promise<ChaosInstrument[]> {
  const rows = await select<{ exchange: 'FMP' | 'Bitfinex'; code: string }>(
    cluster,
    `select exchange, code from instruments
     where is_enabled and type = 'crypto'
     and (exchange = 'FMP' or exchange = 'Bitfinex' and code = 'BTCUSD') order by 1, 2`,
  );
  return rows.map((row) => ({ ...row, type: 'crypto', marketHours: 'crypto' }));
}

/** Mails by their recipient. */
async function readMails(cluster: Cluster): Promise<Map<string, number>> {
  const rows = await select<{ recipient: string; count: string }>(
    cluster,
    `select recipient, count(*) from demo_mailbox where recipient like 'newcomer%' group by 1`,
  );
  return new Map(rows.map(({ recipient, count }) => [recipient, Number(count)]));
}

type Outcome = {
  name: string;
  /** From the first sign of trouble on; null if it was not over within the limit. */
  recoveredMs: number | null;
  /** Answers to readers while the fault lasted and until everything was well. */
  answers: Answers;
  /** Seconds after the fault's beginning at which no process said any more that all is well; null if one always did. */
  toldAfterMs: number | null;
  faults: string[];
  comparison: Comparison | null;
  lost: number;
};

type Load = {
  sessions: readonly Session[];
  streams: Streams;
  reading: ReturnType<typeof readHistory>;
  saving: ReturnType<typeof saveLayouts>;
};

/** Whether everything works: every process is ready, an answer comes, and every stream has moved since `sinceMs`. */
async function isWell(cluster: Cluster, load: Load, sinceMs: number): Promise<boolean> {
  const ready = await Promise.all(cluster.servers.map((server) => server.readiness()));
  if (!ready.every((one) => one === 'ok')) return false;
  const { status } = await call(cluster.address, '/api/health/ready');
  return status === 200 && load.streams.silentSince(sinceMs).length === 0;
}

async function untilWell(cluster: Cluster, load: Load, sinceMs: number): Promise<number | null> {
  while (Date.now() - sinceMs < LONGEST_RECOVERY_MS) {
    if (await isWell(cluster, load, sinceMs)) return Date.now() - sinceMs;
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}

/** Looks at the readiness of every process until it is stopped. */
function watchReadiness(cluster: Cluster) {
  const startedMs = Date.now();
  let toldAfterMs: number | null = null;
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const ready = await Promise.all(cluster.servers.map((server) => server.readiness()));
      if (ready.every((one) => one !== 'ok')) toldAfterMs ??= Date.now() - startedMs;
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await watching;
    return toldAfterMs;
  };
}

function answersSince(before: Answers, now: Answers): Answers {
  const failed = [...now.failed].map(
    ([reason, count]) => [reason, count - (before.failed.get(reason) ?? 0)] as const,
  );
  return { all: now.all - before.all, failed: new Map(failed.filter(([, count]) => count > 0)) };
}

async function provoke(
  fault: Fault,
  stage: Stage,
  load: Load,
  instruments: readonly ChaosInstrument[],
): Promise<Outcome> {
  const { cluster, vendors } = stage;
  const { streams, reading, saving, sessions } = load;
  const before = { all: reading.answers.all, failed: new Map(reading.answers.failed) };
  const faultsBefore = streams.faults().length;
  const startedMs = Date.now();
  const stopWatching = watchReadiness(cluster);
  await fault.run(stage);
  const endedMs = Date.now();
  const recoveredMs = await untilWell(cluster, load, endedMs);
  const silent = recoveredMs === null ? streams.silentSince(endedMs) : [];
  const toldAfterMs = await stopWatching();
  await sleep(QUIET_MS);
  const span = {
    fromMs: Math.floor(startedMs / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS,
    toMs: Math.floor((Date.now() - SETTLED_MS) / MINUTE_MS) * MINUTE_MS,
  };
  const [session] = sessions;
  if (!session) throw new Error('nobody is signed in');
  const comparison = await compareWithVendors({ session, vendors }, instruments.slice(0, 6), span);
  return {
    name: fault.name,
    recoveredMs,
    answers: answersSince(before, reading.answers),
    toldAfterMs: fault.isToldByReadiness ? toldAfterMs : null,
    faults: [
      ...streams.faults().slice(faultsBefore),
      ...[...new Set(silent)].map((symbol) => `${symbol}: a stream is silent`),
    ],
    comparison,
    lost: await saving.lost(),
  };
}

const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`);

function rowOf(fault: Fault, outcome: Outcome): string {
  const { recoveredMs, answers, comparison, toldAfterMs, lost, faults } = outcome;
  const cells = [
    fault.name,
    recoveredMs === null ? 'not within 90 s' : seconds(recoveredMs),
    `${failedOf(answers)} of ${answers.all}`,
    fault.isToldByReadiness ? seconds(toldAfterMs) : '',
    comparison ? `${comparison.differences.length} of ${comparison.bars}` : 'not read',
    `${faults.length}`,
    `${lost}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const say = (line: string) => console.log(line);
const HEAD = [
  '| Fault | Recovered | Failed answers | Readiness told | Bars that differ | Updates twice or backwards | Saves lost |',
  '| --- | --- | --- | --- | --- | --- | --- |',
];

async function runAll(
  stage: Stage,
  vendors: Vendors,
): Promise<{ lines: string[]; isGood: boolean }> {
  const { cluster } = stage;
  const people = await signInPeople(cluster, Number(options.people), release?.folder);
  const sessions = people.map((person) => openSession(cluster.address, person));
  const instruments = await readInstruments(cluster);
  const symbols = instruments.map(({ exchange, code }) => `${exchange}:${code}`);
  const streams = openStreams(cluster.address, sessions, {
    each: Number(options.streams),
    symbols,
  });
  const reading = readHistory(sessions, symbols, Number(options.reads));
  const saving = saveLayouts(sessions, SAVE_EVERY_MS);
  const signedIn = keepSignedIn(sessions, REFRESH_EVERY_MS);
  const registering = registerPeople(cluster.address, REGISTER_EVERY_MS);
  const load = { sessions, streams, reading, saving };
  const firstMs = await untilWell(cluster, load, Date.now());
  if (firstMs === null) throw new Error(`${streams.silentSince(1).length} streams have no updates`);
  say(`${symbols.length} instruments: ${symbols.join(', ')}`);
  say(`${streams.count} streams move ${seconds(firstMs)} after their opening.`);
  const rows: string[] = [];
  let isGood = true;
  for (const fault of FAULTS.filter(({ name }) => name.includes(options.only))) {
    const missing = fault.missing?.(stage) ?? null;
    if (missing !== null) {
      rows.push(`| ${fault.name} | not tried: ${missing} | | | | | |`);
      say(rows.at(-1) ?? '');
      continue;
    }
    const outcome = await provoke(fault, { ...stage, vendors }, load, instruments);
    rows.push(rowOf(fault, outcome));
    say(rows.at(-1) ?? '');
    for (const line of [
      ...[...outcome.answers.failed].map(([reason, count]) => `${count} × ${reason}`),
      ...outcome.faults.slice(0, 5),
      ...(outcome.comparison?.differences.slice(0, 5) ?? []),
    ])
      say(`    ${line}`);
    const isTold = !fault.isToldByReadiness || outcome.toldAfterMs !== null;
    const isRight = outcome.comparison?.differences.length === 0 && outcome.faults.length === 0;
    isGood &&= outcome.recoveredMs !== null && isTold && isRight && outcome.lost === 0;
  }
  for (const work of [reading, saving, signedIn, registering]) await work.stop();
  const signedOut = sessions.filter((session) => session.isSignedOut());
  streams.close();
  const mails = await readMails(cluster);
  const without = registering.told.filter((email) => !mails.has(email));
  const doubled = [...mails].filter(([to, count]) => count > 1 && !registering.repeated.has(to));
  isGood &&= signedOut.length === 0 && without.length === 0 && doubled.length === 0;
  const lines = [
    ...HEAD,
    ...rows,
    '',
    `${signedOut.length} of ${sessions.length} people were signed out. ${saving.acknowledged()} saves were acknowledged.`,
    `${registering.told.length} registrations were acknowledged: ${without.length} without a mail, ${doubled.length} with more than one.`,
    `${streams.updates()} updates on ${streams.count} streams.`,
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GB.`,
  ];
  return { lines, isGood };
}

async function closeAll(): Promise<void> {
  await cluster.close();
  await vendors.close();
  release?.remove();
  if (smallDisk !== null) unmount(smallDisk);
  rmSync(clockFolder, { recursive: true, force: true });
}

const release = options.from === undefined ? null : buildRelease(options.from);
if (release) say(`${release.commit} is built.`);
const vendors = await startVendors();
const smallDisk = mountSmallDisk();
const clockFolder = mkdtempSync(join(tmpdir(), 'moneytrail-clock-'));
const clockFile = join(clockFolder, 'clock');
const faketime = findFaketime();
const cluster = await openCluster({
  environment: { ...vendors.environment, LOG_LEVEL: 'warn' },
  own: (name) => (faketime && name === 'api-2' ? clockSettings(faketime, clockFile) : {}),
  ...(smallDisk === null ? {} : { databaseFolder: smallDisk }),
  release: release?.folder,
  say,
});
say(`The logs are in ${cluster.folder}.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
}
const moveClock = faketime
  ? (by: number) => writeFileSync(clockFile, by < 0 ? `${by}` : `+${by}`)
  : null;
let isGood = false;
try {
  const result = await runAll(
    { cluster, vendors, smallDisk, moveClock, from: release?.commit ?? null },
    vendors,
  );
  isGood = result.isGood;
  say(result.lines.join('\n'));
  if (options.out !== undefined) writeFileSync(options.out, `${result.lines.join('\n')}\n`);
} finally {
  await closeAll();
}
process.exit(isGood ? 0 : 1);
