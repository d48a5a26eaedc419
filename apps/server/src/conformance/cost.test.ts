import { randomUUID } from 'node:crypto';
import {
  createAlert,
  createWatchlist,
  listAlerts,
  listWatchlists,
  MAX_LAYOUT_BYTES,
  MAX_WATCHED_SYMBOLS,
  MAX_WATCHLIST_ENTRIES,
  MAX_WATCHLISTS,
  readWatchRows,
  resolveSymbols,
} from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { type HostileBody, hostileBodies } from './testing/hostile-bodies.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Processor time that one request may take of the serving thread, where `slowness` is 1. */
const MOST_MS = 20;
const ATTEMPTS = 12;
const isLong = process.env.TEST_LONG === 'true';

/** Processor time of the work below on the machine for which the bound was set, when nothing else ran on it. */
const REFERENCE_MS = 200;
const BARS = JSON.stringify(
  Array.from({ length: 20_000 }, (_, bar) => ({
    time: bar * 60,
    price: bar / 7,
    name: `Bar ${bar}`,
  })),
);

/**
 * How many times longer this machine takes at the moment than the one for which the bound was set, at least 1. A
 * loaded or throttled processor counts more time for the same instructions, so a bare bound would judge the machine.
 */
function slowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    for (let round = 0; round < 10; round += 1) Buffer.from(JSON.stringify(JSON.parse(BARS)));
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...times) / REFERENCE_MS);
}

/** The costs above the bound. */
function tooDear(costs: Record<string, number>): [string, number][] {
  const mostMs = MOST_MS * slowness();
  return Object.entries(costs).filter(([, ms]) => ms > mostMs);
}

let world: AppWorld;
let token: string;
beforeAll(async () => {
  // Without feeds and jobs, whose work would be counted too.
  const environment = { ROLES: 'api' };
  world = await startApp(ANY_KIND, { environment, app: { checkAnswers: false } });
  const admin = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
  ({ token } = await openSessionOf(world, admin));
});
afterAll(() => world.close());

type Sent = Omit<HostileBody, 'made' | 'method'> & { method: HostileBody['method'] | 'HEAD' };

/** The processor time of the serving thread for one request, the sending included; other threads do not count. */
async function costOf({ method, path, type, bytes }: Sent): Promise<number> {
  const before = process.threadCpuUsage();
  await world.app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload: bytes,
  });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several attempts, because the first may compile or collect garbage. */
async function leastCostOf(body: Sent): Promise<number> {
  let leastMs = await costOf(body);
  for (let attempt = 1; attempt < ATTEMPTS && leastMs > MOST_MS / 2; attempt += 1) {
    leastMs = Math.min(leastMs, await costOf(body));
  }
  return leastMs;
}

test('C33: no body takes more than 20 ms of the serving thread', async () => {
  const costs: { ms: number; nsAByte: number; what: string }[] = [];
  for (const body of hostileBodies(isLong ? 3_000 : 150, 20_261_127)) {
    const ms = await leastCostOf(body);
    const nsAByte = (ms * 1e6) / Math.max(1, body.bytes.length);
    costs.push({ ms, nsAByte, what: `${body.method} ${body.path}: ${body.made}` });
  }
  const dearest = costs.toSorted((a, b) => b.ms - a.ms).slice(0, 12);
  const mostMs = MOST_MS * slowness();
  expect(dearest.filter(({ ms }) => ms > mostMs)).toEqual([]);
});

/** An answer of 3 MB is copied this often on its way: rows, text, bytes, and the client of this test. */
const COPIES = 6;

/** The time that the system itself takes for the memory of so large an answer, which differs by ten times between machines. */
function memoryMs(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    for (let copy = 0; copy < COPIES; copy += 1) Buffer.alloc(3_000_000, 'a');
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(...times);
}

const FIELDS = { name: 'A', symbol: 'FMP:BTCUSD', resolution: '60' };
const LAYOUTS = { method: 'POST', path: '/api/layouts' } as const;
const CHARTS = { method: 'POST', path: '/api/1.1/charts?client=a&user=b' } as const;
const SAVES: readonly [string, (content: string) => Sent][] = [
  [
    'our own call',
    (content) => ({
      ...LAYOUTS,
      type: 'application/json',
      bytes: Buffer.from(JSON.stringify({ key: randomUUID(), ...FIELDS, content })),
    }),
  ],
  [
    'a form',
    (content) => ({
      ...CHARTS,
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(String(new URLSearchParams({ ...FIELDS, content }))),
    }),
  ],
];

test.each(SAVES)('C33: nor does a save of 1 MB by %s, in whatever script', async (_what, save) => {
  const costs: Record<string, number> = {};
  for (const sign of ['a', '"', '\\', 'é', '日', '👩‍👩‍👧']) {
    const content = sign.repeat(Math.floor(MAX_LAYOUT_BYTES / Buffer.byteLength(sign)));
    costs[sign] = await leastCostOf(save(content));
  }
  expect(tooDear(costs)).toEqual([]);
});

const NOTHING = Buffer.alloc(0);
const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body));
const posted = (path: string, body: unknown): Sent => ({
  method: 'POST',
  path,
  type: 'application/json',
  bytes: bytesOf(body),
});
/** Everything that a GET does but the copying of its bytes, which here is the test's own. */
const read = (path: string): Sent => ({
  method: 'HEAD',
  path,
  type: 'application/json',
  bytes: NOTHING,
});
/** The most words that a request may have, none of them an instrument. */
const words = (notation: (word: number) => string) =>
  Array.from({ length: MAX_WATCHED_SYMBOLS }, (_, word) => notation(word));
const NOTATIONS = {
  'long words': (word: number) => `${word} ${'Word '.repeat(20)}`.slice(0, 80).trim(),
  'symbols that are gone': (word: number) => `Bitfinex:X${word}USD`,
  'symbols of no exchange': (word: number) => `${word}:${'X'.repeat(70)}`,
  'contracts that never were': (word: number) => `BVG:Mar27 WHITE MAIZE ${word}`,
};

test('C33: nor do watchlists at every maximum, read, saved or looked up', async () => {
  const entries = Array.from({ length: MAX_WATCHLIST_ENTRIES }, (_, index) => ({
    kind: 'section',
    name: `${index} `.repeat(40).slice(0, 90).trim(),
  }));
  const list = { name: 'A', colour: null, entries };
  for (let index = 0; index < MAX_WATCHLISTS; index += 1) {
    await costOf(posted(createWatchlist.path, { key: randomUUID(), ...list }));
  }
  const readingMs = await leastCostOf(read(listWatchlists.path));
  expect(readingMs).toBeLessThan(MOST_MS * slowness() + memoryMs());
  const costs: Record<string, number> = {
    making: await leastCostOf(posted(createWatchlist.path, { key: randomUUID(), ...list })),
  };
  for (const [what, notation] of Object.entries(NOTATIONS)) {
    const symbols = words(notation);
    costs[`resolving ${what}`] = await leastCostOf(posted(resolveSymbols.path, { words: symbols }));
    const rows = { symbols, resolution: '60' };
    costs[`rows of ${what}`] = await leastCostOf(posted(readWatchRows.path, rows));
  }
  expect(tooDear(costs)).toEqual([]);
});

/** By default, of an account that has all data. */
const MOST_ALERTS = 1_000;

test('C33: nor do alerts at every maximum', async () => {
  const alert = {
    name: 'A'.repeat(100),
    symbol: 'FMP:BTCUSD',
    resolution: '60',
    conditions: Array.from({ length: 5 }, (_, index) => ({
      kind: 'study',
      study: 'longShortPercentage',
      output: 'percentage',
      inputs: { longTermLength: 100 + index, shortTermLength: 30, source: 'close' },
      is: 'crosses',
      than: { value: index + 0.5 },
    })),
    joined: { kind: 'and' },
    trigger: { kind: 'barClose' },
    untilMs: null,
    hours: null,
    message: '{{price}} '.repeat(100).trim(),
    channels: { mail: true, push: true, webhook: null },
    sound: null,
  };
  await costOf(posted(createAlert.path, { key: randomUUID(), ...alert }));
  const { db } = world.context;
  await sql`
    insert into alerts (user_id, instrument_id, create_key, definition, state, revision, activation, activated_ms,
      created_at_ms, changed_ms)
    select user_id, instrument_id, 'copy ' || number, definition, 'paused', 1, 1, 0, 0, 0
    from alerts, generate_series(2, ${MOST_ALERTS}::integer) as number`.execute(db);
  const { count } = await db
    .selectFrom('alerts')
    .select(db.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(MOST_ALERTS);
  const readingMs = await leastCostOf(read(listAlerts.path));
  expect(readingMs).toBeLessThan(MOST_MS * slowness() + memoryMs());
  const costs = {
    making: await leastCostOf(posted(createAlert.path, { key: randomUUID(), ...alert })),
  };
  expect(tooDear(costs)).toEqual([]);
});
