import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getReadiness } from '@moneytrail/contract';
import { START_ENVIRONMENT } from '../apps/server/src/start-environment.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { HOST } from './programs.ts';
import { OWN_RELEASE } from './release.ts';

const MAIN = 'apps/server/src/main.ts';
const LONGEST_START_MS = 300_000;
const ASK_EVERY_MS = 100;
const ANSWER_MS = 2_000;

/** Told by a process: all is well, it serves without something, or it cannot serve; `none` without an answer. */
export type Readiness = 'ok' | 'degraded' | 'failing' | 'none';

export type ClusterRole = 'api' | 'ingest' | 'worker';

/** A process of the product that keeps its name, port and log over restarts. */
export type ServerProcess = {
  name: string;
  role: ClusterRole;
  port: number;
  /** The number of the running process; null between an end and the next start. */
  pid: () => number | null;
  logFile: string;
  /** Starts the program in the folder of a release, by default our own; resolves when it is ready to serve. */
  start: (release?: string) => Promise<void>;
  /** Resolves with the exit code, or the signal that ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | NodeJS.Signals | null>;
  readiness: () => Promise<Readiness>;
};

type ServerOptions = {
  name: string;
  role: ClusterRole;
  folder: string;
  environment: Readonly<Record<string, string>>;
};

/** A process of one role, not started yet. */
export async function createServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { name, role, folder, environment } = options;
  const port = await freePort();
  const logFile = join(folder, `${name}.log`);
  let running: ChildProcess | null = null;

  async function readiness(): Promise<Readiness> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(`http://${HOST}:${port}${getReadiness.path}`, { signal });
      const body = await answer.json();
      return answer.ok ? getReadiness.response.parse(body).status : 'failing';
    } catch {
      return 'none';
    }
  }

  async function untilReady(child: ChildProcess): Promise<void> {
    const endMs = Date.now() + LONGEST_START_MS;
    while ((await readiness()) !== 'ok') {
      if (child.exitCode !== null) throw new Error(`${name} ended at its start, see ${logFile}`);
      if (Date.now() > endMs) throw new Error(`${name} does not become ready, see ${logFile}`);
      await sleep(ASK_EVERY_MS);
    }
  }

  return {
    name,
    role,
    port,
    logFile,
    readiness,
    pid: () => running?.pid ?? null,
    start: async (release = OWN_RELEASE) => {
      const log = openSync(logFile, 'a');
      const env = {
        ...process.env,
        ...START_ENVIRONMENT,
        ...environment,
        ROLES: role,
        PORT: `${port}`,
      };
      const child = spawn(process.execPath, [join(release, MAIN)], {
        env,
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      running = child;
      await untilReady(child);
    },
    end: async (signal) => {
      const child = running;
      running = null;
      if (!child) return null;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode ?? child.signalCode;
    },
  };
}
