import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { aptInstall } from '../tools/apt-install.mjs';

export const HOST = '127.0.0.1';
const TRIES = 240;
const RETRY_MS = 125;
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** PostgreSQL or NATS as a process of ours, on a port of its own that it keeps over restarts. */
export type Service = {
  url: string;
  port: number;
  /** Resolves when it answers again. */
  start: () => Promise<void>;
  /** Resolves when the process has ended. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
  /** Stops or continues the process without ending it. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
};

export function isReached(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: HOST, port });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/** Folders to search for programs; Debian keeps PostgreSQL's own outside the path, by version. */
function folders(): string[] {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  return [
    ...newestFirst.map((version) => join(DEBIAN_POSTGRES, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
  ];
}

export function findProgram(name: string): string | undefined {
  return folders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** The path of a program, installed now if possible; throws with installation instructions. */
function programOf(name: string, debianPackage: string): string {
  const found =
    findProgram(name) ?? (aptInstall(debianPackage, 'this') ? findProgram(name) : undefined);
  if (found !== undefined) return found;
  throw new Error(`${name} is needed. Install it (Debian: apt-get install ${debianPackage}).`);
}

/** PostgreSQL refuses to run as root, so it runs as the user of its package. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

type Program = { path: string; args: string[]; port: number; options?: object };

function serviceOf(url: string, { path, args, port, options = {} }: Program): Service {
  let running: ChildProcess | null = null;
  return {
    url,
    port,
    start: async () => {
      const child = spawn(path, args, { stdio: 'ignore', ...options });
      running = child;
      for (let tries = 0; !(await isReached(port)); tries++) {
        if (tries === TRIES || child.exitCode !== null) throw new Error(`${path} did not start`);
        await sleep(RETRY_MS);
      }
    },
    end: async (signal = 'SIGINT') => {
      const child = running;
      running = null;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    signal: (signal) => void running?.kill(signal),
  };
}

/**
 * A new PostgreSQL in an empty folder of its own, not started yet.
 * @param isDurable whether commits are forced to the disk; without it, a power cut loses data and everything is faster
 */
export async function createPostgres(
  folder: string,
  { isDurable }: { isDurable: boolean },
): Promise<Service> {
  const [postgres, initdb] = [
    programOf('postgres', 'postgresql'),
    programOf('initdb', 'postgresql'),
  ];
  const user = postgresUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const making = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(initdb, making, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...user });
  const port = await freePort();
  const settings = [
    `listen_addresses=${HOST}`,
    `unix_socket_directories=${folder}`,
    'max_wal_size=256MB',
    ...(isDurable ? ['max_connections=200'] : ['fsync=off', 'full_page_writes=off']),
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
  const url = `postgres://postgres@${HOST}:${port}/postgres`;
  return serviceOf(url, { path: postgres, args, port, options: { cwd: folder, ...user } });
}

/** A new NATS server, not started yet. */
export async function createNats(): Promise<Service> {
  const path = programOf('nats-server', 'nats-server');
  const port = await freePort();
  return serviceOf(`nats://${HOST}:${port}`, {
    path,
    args: ['-a', HOST, '-p', String(port)],
    port,
  });
}
