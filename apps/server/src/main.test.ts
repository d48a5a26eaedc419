import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  forgotPassword,
  getLiveness,
  getReadiness,
  type HistoryAnswer,
  historyAnswer,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './db/index.ts';
import { createTestPlace, silentLog } from './db/testing/test-database.ts';
import { addressOf, killPrograms, type Run, startProgram } from './testing/start-program.ts';

let folder: string;
const SOON = { timeout: 30_000, interval: 50 };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'moneytrail-main-'));
});
afterAll(async () => {
  await killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

const start = (environment: Record<string, string>, nodeOptions: string[] = []) =>
  startProgram({ DATA_DIR: folder, ...environment }, nodeOptions);

/** A process that ingests alone, on a server's database, has the least to load and to open. */
async function leanSettings(): Promise<Record<string, string>> {
  const { databaseUrl, dataDir, drop } = await createTestPlace('postgres');
  onTestFinished(drop);
  return { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, ROLES: 'ingest' };
}

/** The files that a program maps into its memory, native modules among them; Linux alone tells them. */
function filesOf({ child }: Run): string[] {
  if (process.platform !== 'linux') return [];
  const lines = readFileSync(`/proc/${child.pid}/maps`, 'utf8').split('\n');
  const names = lines.flatMap((line) => /\s(\/\S+)$/.exec(line)?.[1] ?? []);
  // An empty list would pass every check for a name's absence.
  expect(names).toContain(realpathSync(process.execPath));
  return names;
}

async function readHistory(url: string): Promise<HistoryAnswer> {
  return historyAnswer.parse(await (await fetch(url)).json());
}

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

describe('the program with nothing but an empty folder', () => {
  let run: Run;
  let address: string;
  beforeAll(async () => {
    run = start({ STOP_NOTICE_SECONDS: '5' });
    address = await addressOf(run);
  });

  test('serves, and prints which sources are simulated', async () => {
    expect(run.output()).toContain('Simulated   BVG, FMP, Bitfinex, Tiingo');
    expect((await fetch(`${address}/api/health/live`)).status).toBe(200);
    // Loading it in a thread that is ended just then would end the process by a signal.
    expect(filesOf(run).filter((name) => name.includes('bufferutil'))).toEqual([]);
  });

  test('refuses a second process on its folder', async () => {
    const second = start({});
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(folder);
    expect(second.output()).toContain(`pid ${run.child.pid}`);
    expect(second.output()).not.toContain('    at ');
  });

  test('opens again after a kill with everything it had answered', async () => {
    const url =
      '/api/data/histoday?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=1600000000&toTs=1900000000';
    // An answer within 3 s may hold a part of the bars or ask for another request: a later answer has the rest.
    const readWhole = (from: string) =>
      vi.waitFor(
        async () => {
          const answer = await readHistory(`${from}${url}`);
          expect(answer.Data.length).toBeGreaterThan(500);
          expect(answer.Warning).toBeUndefined();
          return answer;
        },
        { timeout: 60_000, interval: 500 },
      );
    const before = await readWhole(address);
    run.child.kill('SIGKILL');
    await run.exited;

    run = start({ STOP_NOTICE_SECONDS: '5' });
    address = await addressOf(run);
    const after = await readWhole(address);
    expect(after.Data.slice(0, 500)).toEqual(before.Data.slice(0, 500));
  });

  test('is not ready as soon as it is asked to end, finishes the request under way, and ends', async () => {
    const { hostname, port } = new URL(address);
    const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
    await vi.waitFor(async () => expect(await statusOf(getReadiness.path)).toBe(200), SOON);
    // A request whose body is half there.
    const socket = connect(Number(port), hostname);
    const chunks: string[] = [];
    socket.on('data', (chunk) => chunks.push(String(chunk)));
    const body = JSON.stringify({ email: 'nobody@example.com' });
    const headers = `Host: a\r\nOrigin: ${address}\r\nContent-Type: application/json\r\n`;
    const length = `Content-Length: ${body.length}\r\n\r\n`;
    socket.write(`POST ${forgotPassword.path} HTTP/1.1\r\n${headers}${length}${body.slice(0, 9)}`);
    run.child.kill('SIGTERM');
    await vi.waitFor(async () => expect(await statusOf(getReadiness.path)).toBe(503), SOON);
    expect(await (await fetch(`${address}${getReadiness.path}`)).json()).toMatchObject({
      message: 'Not ready: stopping',
    });
    expect(await statusOf(getLiveness.path)).toBe(200);
    // New requests are refused; the one that began before is answered.
    await vi.waitFor(() => expect(statusOf(getLiveness.path)).rejects.toThrow(), SOON);
    expect(run.child.exitCode).toBeNull();
    socket.write(body.slice(9));
    await once(socket, 'close');
    expect(chunks.join('')).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(await run.exited).toBe(0);
  });
});

describe('the program', () => {
  test('starts under the watch that developing uses', async () => {
    const run = start(await leanSettings(), ['--watch']);
    expect((await fetch(`${await addressOf(run)}/api/health/live`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.exited;
  });

  test('names the port in use and how to choose another', async () => {
    const { server, port } = await listen();
    const run = start({ ...(await leanSettings()), PORT: String(port) });
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain(`Port ${port}`);
    expect(run.output()).toContain('PORT=');
    server.close();
  });

  test('in production without settings it does not start and names each that is missing', async () => {
    const run = start({ NODE_ENV: 'production', SIMULATE: '' });
    expect(await run.exited).toBe(1);
    for (const name of ['DATABASE_URL', 'FMP_API_KEY', 'TIINGO_TOKEN']) {
      expect(run.output()).toContain(name);
    }
    expect(run.output()).not.toContain('    at ');
  });

  test('in production nothing of demo mode is left: no mailbox, no mail in it, no news, no account', async () => {
    const { databaseUrl, drop } = await createTestPlace('postgres');
    onTestFinished(drop);
    const database = await openDatabase({ databaseUrl, dataDir: '', log: silentLog });
    onTestFinished(() => database.close());
    const mail = { channel: 'email', recipient: 'a@b.c', text: 'A code', sent_at_ms: 1 } as const;
    await database.db.insertInto('demo_mailbox').values(mail).execute();
    const { server, port } = await listen();
    server.close();
    const run = start({ ...production(databaseUrl ?? ''), PORT: String(port) });
    onTestFinished(() => void run.child.kill('SIGKILL'));
    expect(await addressOf(run)).toBe('https://moneytrail.example');
    const statusOf = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await statusOf('/api/health/live')).toBe(200);
    expect(await statusOf('/api/demo/outbox')).toBe(404);
    expect(await statusOf('/outbox')).toBe(404);
    expect(await statusOf('/api/demo/news')).toBe(404);
    for (const table of ['demo_mailbox', 'users'] as const) {
      expect(await database.db.selectFrom(table).select('id').execute()).toEqual([]);
    }
    expect(run.output()).not.toContain('Demo123!');
    run.child.kill('SIGTERM');
    expect(await run.exited).toBe(0);
  });
});

/** The settings of a production start; nothing answers at its vendors. */
function production(databaseUrl: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    NODE_ENV: 'production',
    SIMULATE: '',
    LOG_LEVEL: 'silent',
    STOP_NOTICE_SECONDS: '0',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://moneytrail.example',
    AUTH_SECRET: 'a secret for tests that is long enough',
    FMP_API_KEY: 'key',
    FMP_REST_URL: nowhere,
    TIINGO_TOKEN: 'token',
    TIINGO_REST_URL: nowhere,
    TIINGO_STREAM_URL: 'ws://127.0.0.1:9',
    BITFINEX_REST_URL: nowhere,
    BITFINEX_STREAM_URL: 'ws://127.0.0.1:9',
    BVG_BASE_URL: nowhere,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Moneytrail <no-reply@moneytrail.example>',
    TWILIO_BASE_URL: nowhere,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+27825550100',
    PAYPAL_BASE_URL: nowhere,
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
  };
}
