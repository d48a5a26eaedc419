import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outage } from './plan.ts';

const MAIN = resolve(import.meta.dirname, '../../apps/server/src/main.ts');
const LONGEST_START_MS = 120_000;
const ASK_EVERY_MS = 200;

/** The product's server in a process of its own, which can be taken away and comes back on the same folder. */
export type ServerProcess = {
  port: number;
  /** Where its output goes. */
  logFile: string;
  takeAway: (how: Extract<Outage, { part: 'server' }>['how']) => Promise<void>;
  /** Resolves when it answers. */
  bringBack: () => Promise<void>;
  close: () => Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilAnswering(port: number): Promise<void> {
  const endMs = Date.now() + LONGEST_START_MS;
  for (;;) {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal }).catch(
      () => null,
    );
    if (answer?.ok) return;
    if (Date.now() > endMs) throw new Error('the server does not answer');
    await sleep(ASK_EVERY_MS);
  }
}

/** Starts the server on a folder of its own and waits until it answers. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'moneytrail-outages-'));
  const port = await freePort();
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  let running: ChildProcess;
  let isStopped = false;

  const start = () => {
    const env = {
      ...process.env,
      ...environment,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
    };
    running = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', log, log] });
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  process.on('exit', () => running.kill('SIGKILL'));
  start();
  await untilAnswering(port);
  return {
    port,
    logFile,
    async takeAway(how) {
      isStopped = how === 'stopped';
      if (isStopped) running.kill('SIGSTOP');
      else await end(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
    },
    async bringBack() {
      if (isStopped) running.kill('SIGCONT');
      else start();
      isStopped = false;
      await untilAnswering(port);
    },
    async close() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
