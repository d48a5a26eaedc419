import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Figure, report } from './figure.ts';

const MAIN = resolve(import.meta.dirname, '../apps/server/src/main.ts');
const SETTLE_MS = 20_000;
const READY_TIMEOUT_MS = 60_000;

async function ready(port: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health/live`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return performance.now() - startedAt;
    if (performance.now() - startedAt > READY_TIMEOUT_MS)
      throw new Error('the server did not start');
    await new Promise((done) => setTimeout(done, 25));
  }
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

async function run(port: number, environment: Record<string, string>, settleMs: number) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      SIMULATE: 'all',
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const startMs = await ready(port);
  await new Promise((done) => setTimeout(done, settleMs));
  const memoryMb = child.pid ? residentMb(child.pid) : Number.NaN;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
  return { startMs, memoryMb };
}

const folder = mkdtempSync(join(tmpdir(), 'moneytrail-memory-'));
const database = `moneytrail_memory_${process.pid}`;
const psql = (statement: string) =>
  execFileSync('psql', ['-h', '127.0.0.1', '-U', 'postgres', '-qc', statement]);
const figures: Figure[] = [];
try {
  const first = await run(3_981, { DATA_DIR: folder }, 0);
  const second = await run(3_981, { DATA_DIR: folder }, SETTLE_MS);
  psql(`create database ${database}`);
  const databaseUrl = `postgres://postgres@127.0.0.1:5432/${database}`;
  await run(3_982, { DATABASE_URL: databaseUrl }, 0);
  const onPostgres = await run(3_982, { DATABASE_URL: databaseUrl }, SETTLE_MS);
  figures.push(
    { what: 'first start to serving', value: first.startMs, unit: 'ms', bar: { atMost: 12_000 } },
    { what: 'second start to serving', value: second.startMs, unit: 'ms', bar: { atMost: 3_000 } },
    {
      what: 'memory idle, embedded database',
      value: second.memoryMb,
      unit: 'MB',
      bar: { atMost: 650 },
    },
    {
      what: 'memory idle, PostgreSQL',
      value: onPostgres.memoryMb,
      unit: 'MB',
      bar: { atMost: 250 },
    },
  );
} finally {
  psql(`drop database if exists ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
}
report(figures);
