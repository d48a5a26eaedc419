import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HistoryAnswer, historyAnswer } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');
/** A busy machine may take long; a test that waits longer than this is one that fails. */
const DEADLINE_MS = 90_000;

type Run = { child: ChildProcess; output: () => string; exited: Promise<number | null> };

const runs: Run[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'moneytrail-main-'));
});
afterAll(async () => {
  for (const { child, exited } of runs) {
    child.kill('SIGKILL');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string>, nodeOptions: string[] = []): Run {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    env: { PATH, SIMULATE: 'all', PORT: '0', LOG_LEVEL: 'error', DATA_DIR: folder, ...environment },
  });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const run = { child, output: () => chunks.join(''), exited };
  runs.push(run);
  return run;
}

/** The address a run prints once it serves. */
async function addressOf(run: Run): Promise<string> {
  const until = Date.now() + DEADLINE_MS;
  for (;;) {
    const address = /Open\s+(http:\/\/\S+)/.exec(run.output())?.[1];
    if (address) return address;
    if (Date.now() > until) throw new Error(`did not start: ${run.output()}`);
    await new Promise((done) => setTimeout(done, 50));
  }
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

describe('the program', () => {
  test('serves, says what is simulated, refuses a second process on its folder, and ends on request', async () => {
    const first = start({});
    const address = await addressOf(first);
    expect(first.output()).toContain('Simulated   BVG, FMP, Bitfinex, Tiingo');
    expect((await fetch(`${address}/api/health`)).status).toBe(200);

    const second = start({});
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(folder);
    expect(second.output()).toContain(String(first.child.pid));
    expect(second.output()).not.toContain('    at ');

    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
  }, 240_000);

  test('killed without warning it opens again with everything it had answered', async () => {
    const url =
      '/api/data/histoday?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=1600000000&toTs=1900000000';
    const first = start({});
    const before = await readHistory(`${await addressOf(first)}${url}`);
    expect(before.Data.length).toBeGreaterThan(500);
    first.child.kill('SIGKILL');
    await first.exited;

    const second = start({});
    const after = await readHistory(`${await addressOf(second)}${url}`);
    expect(after.Data.slice(0, 500)).toEqual(before.Data.slice(0, 500));
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  }, 240_000);

  test('starts under the watch that developing uses', async () => {
    const run = start({ DATA_DIR: join(folder, 'watched') }, ['--watch']);
    expect((await fetch(`${await addressOf(run)}/api/health`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.exited;
  }, 240_000);

  test('says which port is taken and how to choose another', async () => {
    const { server, port } = await listen();
    const run = start({ PORT: String(port), DATA_DIR: join(folder, 'other') });
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain(`Port ${port}`);
    expect(run.output()).toContain('PORT=');
    server.close();
  }, 240_000);

  test('in production without settings it does not start and names each that is missing', async () => {
    const run = start({ NODE_ENV: 'production', SIMULATE: '' });
    expect(await run.exited).toBe(1);
    for (const name of ['DATABASE_URL', 'FMP_API_KEY', 'TIINGO_TOKEN']) {
      expect(run.output()).toContain(name);
    }
  }, 240_000);
});
