import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApp } from '../apps/server/src/app.ts';
import { SNAPSHOT_STORED } from '../apps/server/src/bus/index.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createContext } from '../apps/server/src/context.ts';
import { DEMO_LIMITS } from '../apps/server/src/modules/accounts/limits/limits.ts';
import { findUserByName } from '../apps/server/src/modules/accounts/profile/user-store.ts';
import { settle } from '../apps/server/src/modules/billing/settle.ts';
import { subscriptionsOf } from '../apps/server/src/modules/billing/subscriptions-store.ts';
import { storeFigures } from '../apps/server/src/modules/snapshots/testing/store-figures.ts';
import { demoPaymentsStorage } from '../apps/server/src/outside/payments/demo-payments-store.ts';
import { beginSession } from '../apps/server/src/testing/begin-session.ts';
import { type PayPalStep, startPayPalSimulator } from '../packages/simulators/src/index.ts';
import { CONTROL_PORT, WEB_PORT } from './ports.ts';

/**
 * The product as `npm start` runs it, on its own folder, with a control port for the journeys. `POST
 * /faults?exchange=FMP` with faults as JSON makes a simulated provider fail, `DELETE` ends the faults. `GET
 * /user-id?email=…` returns the id of an account, which registration does not reveal. `POST /session?email=…` opens a
 * session on a new device without a code, and so without the delay between two codes. `POST /account?email=…` sets
 * columns of an account. `POST /subscription?email=…&step=paymentFailed` moves a subscription on at the simulated
 * PayPal. `POST /snapshots` stores figures of instruments, which no process computes here. `POST /clock?ms=60000` advances the server's clock, `GET /clock` reads it, and `DELETE /clock/hold` holds
 * requests until it is advanced.
 */
const folder = mkdtempSync(join(tmpdir(), 'moneytrail-journeys-'));
// A copy, so that a parallel build does not remove files during a run.
const webFolder = join(folder, 'web');
cpSync(resolve(import.meta.dirname, '../apps/web/dist'), webFolder, { recursive: true });
const config = readConfig({
  PORT: String(WEB_PORT),
  DATA_DIR: join(folder, 'data'),
  SIMULATE: 'all',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
});
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
// All journeys share one visitor's address.
const limits = {
  ...DEMO_LIMITS,
  anonymousRequests: { max: 10_000, windowMs: 60_000 },
  anonymousStreams: 200,
  contactFromAddress: { max: 100, windowMs: 600_000 },
};
const context = await createContext(config, { clock, guessCost: { limits } });
// Hours pass within seconds, with the requests of hours.
const app = await buildApp(context, {
  webFolder,
  checkAnswers: true,
  requestsAMinute: 20_000,
  processingLimits: { share: 1, burstMs: 1_000_000 },
});
let release = () => {};
let held: Promise<void> | undefined;
app.addHook('onRequest', async (request, reply) => {
  await held;
  // The client has disconnected.
  if (request.raw.socket.destroyed) return reply.hijack();
  reply.header('date', new Date(clock.now()).toUTCString());
});
await app.listen({ host: config.host, port: config.port });
context.live.start();

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}

async function userOf(email: string | null) {
  const user = await findUserByName(context.db, email ?? '');
  if (!user) throw new Error(`no account ${email}`);
  return user;
}

async function setFaults(request: IncomingMessage, exchange: string | null): Promise<string> {
  const name = exchange as keyof typeof context.simulators | null;
  const simulator = name ? context.simulators[name] : undefined;
  if (!simulator) return 'no such exchange';
  if (request.method === 'DELETE') simulator.faults.clear();
  else simulator.faults.set(await bodyOf(request));
  if (request.method === 'POST') simulator.disconnectStreams();
  return 'ok';
}

async function setColumns(request: IncomingMessage, email: string | null): Promise<string> {
  const { id } = await userOf(email);
  const columns = await bodyOf(request);
  await context.db.updateTable('users').set(columns).where('id', '=', id).execute();
  return 'ok';
}

/** All simulators of a provider share its state; this one sends the webhook. */
async function moveSubscription(email: string | null, step: PayPalStep): Promise<string> {
  const { id: userId } = await userOf(email);
  const row = (await subscriptionsOf(context.db, userId)).find(({ start_ms }) => start_ms !== null);
  if (!row?.provider_id) throw new Error(`${email} has no subscription`);
  const storage = demoPaymentsStorage(context.db, 'paypal');
  const paypal = await startPayPalSimulator({ now: clock.now, storage });
  await paypal.move(row.provider_id, step);
  await paypal.close();
  await settle(context.billing, row.id);
  return 'ok';
}

type Figures = Parameters<typeof storeFigures>[2] & { symbol: string; resolution: '240' | '1D' };

/** Stores each of the figures as the owner of the feed does, so that every reader hears of them. */
async function storeSnapshots(figures: readonly Figures[]): Promise<string> {
  const { db, bus, catalogue } = context;
  for (const { symbol, resolution, ...full } of figures) {
    const { id: instrumentId } = await catalogue.resolve(symbol);
    await storeFigures(db, { instrumentId, resolution, isSimulated: true }, full);
    bus.publish(SNAPSHOT_STORED, { instrumentId, resolution, time: full.snapshot.time ?? 0 });
  }
  return 'ok';
}

function holdRequests(): void {
  held = new Promise((resolve) => {
    release = resolve;
  });
}

function moveClock(durationMs: number): string {
  aheadMs += durationMs;
  if (durationMs > 0) release();
  return String(clock.now());
}

async function answerTo(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/faults') return setFaults(request, searchParams.get('exchange'));
  if (pathname === '/user-id') return (await userOf(searchParams.get('email'))).id;
  if (pathname === '/session') {
    return JSON.stringify(await beginSession(context, await userOf(searchParams.get('email'))));
  }
  if (pathname === '/account') return setColumns(request, searchParams.get('email'));
  if (pathname === '/subscription') {
    return moveSubscription(searchParams.get('email'), searchParams.get('step') as PayPalStep);
  }
  if (pathname === '/snapshots') {
    const { figures } = await bodyOf(request);
    return storeSnapshots(figures as Figures[]);
  }
  if (pathname === '/clock/hold') holdRequests();
  if (pathname === '/clock') return moveClock(Number(searchParams.get('ms') ?? 0));
  return 'ok';
}

const control = createServer((request, response) => {
  answerTo(request).then(
    (text) => response.end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
// A kept-alive connection that closes while the next request is on its way would fail that request.
control.keepAliveTimeout = 0;
control.listen(CONTROL_PORT, '127.0.0.1');

process.once('SIGTERM', async () => {
  control.close();
  control.closeAllConnections();
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
