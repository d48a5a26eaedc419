import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@moneytrail/calendar';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import { ANY_KIND, openTestDatabase } from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { createGuardedPost } from '../../../outside/guarded-post.ts';
import { newWebhookSecret } from '../../../outside/webhooks.ts';
import { MACHINE_CLOCK } from '../../../steady-clock.ts';
import { addAlerts, makeFiring, storeMade } from '../testing/stored-alerts.ts';
import { deliveryJobs } from './delivery-jobs.ts';
import { insertWebhook } from './ways-store.ts';
import { createWebhooks } from './webhooks.ts';

const IS_LONG = process.env.TEST_LONG === 'true';
const FIRINGS = IS_LONG ? 10_000 : 200;
const LONGEST_MS = IS_LONG ? 15 * MINUTE_MS : undefined;
const ALERTS = 30;
const WEBHOOKS = 3;
/** Firings of one tick, each of another alert. */
const AT_ONCE = ALERTS / 2;
const SECRET = 'x'.repeat(32);

/** The ways in which a receiver fails: it refuses, breaks off before or after it has taken a call, or its sender ends meanwhile. */
const OUTCOMES = ['taken', 'refused', 'broken', 'lost', 'ended'] as const;
type Outcome = (typeof OUTCOMES)[number];

type Call = { id: string; alert: number; firing: number };

/** A receiver that fares as told, one call after the other; it keeps the calls that it has taken, also unconfirmed ones. */
async function startReceiver(next: () => Outcome, endSender: () => void) {
  const taken: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    const outcome = next();
    if (outcome === 'refused') return void response.writeHead(503).end();
    if (outcome === 'broken') return void request.socket.destroy();
    taken.push({ id: String(request.headers['webhook-id']), ...data });
    if (outcome === 'ended') endSender();
    if (outcome === 'taken') response.end();
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test(
  `of ${FIRINGS} firings a receiver that fails at random gets each, by one id, in the order of its alert`,
  async () => {
    const { db, close } = await openTestDatabase(ANY_KIND);
    onTestFinished(close);
    const webhooks = createWebhooks(SECRET);
    const chance = fc.constantFrom<Outcome[]>('taken', 'taken', 'taken', 'taken', ...OUTCOMES);
    const [outcomes] = fc.sample(fc.infiniteStream(chance), { numRuns: 1 });
    if (!outcomes) throw new Error('no outcomes');
    const next = () => outcomes.next().value ?? 'taken';
    let sender = new AbortController();
    const receiver = await startReceiver(next, () => sender.abort());
    const definitions = Array.from({ length: ALERTS }, () => makeAlert());
    const { userId, instrumentId, alertIds } = await addAlerts(db, definitions);
    const webhookIds: number[] = [];
    for (let place = 0; place < WEBHOOKS; place += 1) {
      const secret = webhooks.encrypt(userId, newWebhookSecret(randomBytes));
      const row = { userId, name: 'Desk', url: receiver.url, secret, nowMs: 0 };
      const { id } = await db.transaction().execute((trx) => insertWebhook(trx, row));
      webhookIds.push(id);
    }
    let timeMs = Date.UTC(2026, 0, 5);
    const stored: number[] = [];
    const storeSome = async () => {
      timeMs += 1_000;
      const chosen = alertIds.filter((_, place) => (place + stored.length) % 2 === 0);
      const firings = chosen.map((id, place) => {
        const webhook = webhookIds[place % WEBHOOKS] ?? null;
        return makeFiring(id, timeMs, { mail: false, push: false, webhook });
      });
      stored.push(await storeMade(db, instrumentId, firings, timeMs));
    };
    /** The moments at which the jobs of webhooks are planned. */
    const planned = new Map<number, number>();
    let aheadMs = 0;
    const clock = { now: () => MACHINE_CLOCK.now() + aheadMs };
    const jobs = deliveryJobs({
      db,
      clock,
      webhooks,
      secret: SECRET,
      publicUrl: '',
      contact: 'mailto:a@firm.example',
      post: createGuardedPost({ mayReachLoopback: true, clock: MACHINE_CLOCK }),
      log: { warn: () => {} },
      alertLimits: { retail: 3, subscriber: 200, commercial: 1_000 },
      catalogue: { byId: () => undefined },
      outbox: { add: async () => {} },
      jobs: {
        enqueue: async (_job, payload, when) => {
          const { webhookId } = payload as { webhookId: number };
          planned.set(webhookId, when?.startAfterMs ?? clock.now());
          return null;
        },
      },
    });
    /** Works like the queue: a job whose sender has ended is repeated. */
    const call = async (webhookId: number) => {
      planned.delete(webhookId);
      const { signal } = sender;
      await runJob(jobs, 'alerts.call-webhook', { webhookId }, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        planned.set(webhookId, clock.now());
      });
      if (sender.signal.aborted) sender = new AbortController();
    };
    while (stored.length * AT_ONCE < FIRINGS) {
      await storeSome();
      for (const id of webhookIds) if (!planned.has(id)) planned.set(id, clock.now());
      const [due] = [...planned].sort(([, a], [, b]) => a - b);
      // Some firings are stored while a receiver fails.
      if (due && stored.length % 3 === 0) await call(due[0]);
    }
    while (planned.size > 0) {
      aheadMs += Math.max(0, Math.min(...planned.values()) - clock.now());
      await Promise.all([...planned.keys()].map(call));
    }
    const firings = await db.selectFrom('alert_firings').select(['id', 'alert_id']).execute();
    expect(firings).toHaveLength(stored.reduce((sum, count) => sum + count, 0));
    expect(firings.length).toBeGreaterThanOrEqual(FIRINGS);
    const first = new Map<string, Call>();
    for (const each of receiver.taken) {
      const known = first.get(each.id) ?? each;
      expect(known).toEqual(each);
      first.set(each.id, known);
    }
    expect(first.size).toBe(firings.length);
    for (const alertId of alertIds) {
      const got = [...first.values()].filter(({ alert }) => alert === alertId);
      const made = firings.filter(({ alert_id }) => alert_id === alertId).map(({ id }) => id);
      expect(got.map(({ firing }) => firing)).toEqual(made.sort((a, b) => a - b));
    }
    expect(receiver.taken.length).toBeGreaterThan(firings.length);
    const waiting = await db.selectFrom('alert_deliveries').where('state', '<>', 'sent').execute();
    expect(waiting).toEqual([]);
  },
  LONGEST_MS,
);
