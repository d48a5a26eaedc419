import { randomUUID } from 'node:crypto';
import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { type HostileBody, hostileBodies } from './testing/hostile-bodies.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Processor time that one request may take of the serving thread. */
const MOST_MS = 20;
const ATTEMPTS = 4;
const isLong = process.env.TEST_LONG === 'true';

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

type Sent = Omit<HostileBody, 'made'>;

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
  expect(dearest.filter(({ ms }) => ms > MOST_MS)).toEqual([]);
});

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
  expect(Object.entries(costs).filter(([, ms]) => ms > MOST_MS)).toEqual([]);
});
