import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from '../cluster.ts';
import { OWN_RELEASE } from '../release.ts';
import type { ProxyMode } from '../tcp-proxy.ts';
import type { Vendors } from './truth.ts';

export type Stage = {
  cluster: Cluster;
  vendors: Vendors;
  /** The folder of the database's files if it is a small disk of its own, else null. */
  smallDisk: string | null;
  /** Moves the clock of the process `api-2`, in seconds; null where clocks cannot be moved. */
  moveClock: ((seconds: number) => void) | null;
  /** The commit whose release runs at first; null if our own does. */
  from: string | null;
};

/** A fault of the surroundings or of the product's own processes. */
export type Fault = {
  name: string;
  /** Does the damage and ends it; resolves when everything that was taken away has been given back. */
  run: (stage: Stage) => Promise<void>;
  /** The reason why this fault cannot be made here; null if it can. */
  missing?: (stage: Stage) => string | null;
  /** Whether the readiness of every process must tell of it while it lasts. */
  isToldByReadiness: boolean;
};

const OUTAGE_MS = 20_000;
/** A service manager starts an ended process again after this pause. */
const RESTART_PAUSE_MS = 2_000;
/** Each step of an upgrade is followed by this time, in which the releases serve together. */
const SIDE_BY_SIDE_MS = 10_000;
const MIGRATE = 'apps/server/src/cli/migrate.ts';
const MEGABYTE = 2 ** 20;

function serverOf({ cluster }: Stage, name: string) {
  const server = cluster.servers.find((each) => each.name === name);
  if (!server) throw new Error(`there is no ${name}`);
  return server;
}

function kill(name: string): Fault {
  return {
    name: `kill -9 of ${name}`,
    isToldByReadiness: false,
    run: async (stage) => {
      const server = serverOf(stage, name);
      await server.end('SIGKILL');
      await sleep(RESTART_PAUSE_MS);
      await server.start();
    },
  };
}

const SIGNALS = { SIGINT: 'restarted', SIGQUIT: 'crashed' } as const;

function restartDatabase(signal: keyof typeof SIGNALS): Fault {
  return {
    name: `PostgreSQL ${SIGNALS[signal]}`,
    isToldByReadiness: false,
    run: async ({ cluster: { database } }) => {
      await database.end(signal);
      await sleep(RESTART_PAUSE_MS);
      await database.start();
    },
  };
}

const WORDS: Partial<Record<ProxyMode, string>> = {
  silent: 'frozen for 20 s',
  drop: 'cut off for 20 s',
  slow: 'slow for 20 s (0.8 s each way)',
  halfClose: 'half closed for 20 s',
};

function breakNetwork(
  service: 'database' | 'nats',
  mode: ProxyMode,
  isToldByReadiness: boolean,
): Fault {
  return {
    name: `${service === 'nats' ? 'NATS' : 'PostgreSQL'} ${WORDS[mode] ?? mode}`,
    isToldByReadiness,
    run: async ({ cluster }) => {
      cluster.networks[service].set(mode);
      await sleep(OUTAGE_MS);
      cluster.networks[service].set('pass');
    },
  };
}

const restartNats: Fault = {
  name: 'NATS restarted',
  isToldByReadiness: false,
  run: async ({ cluster: { nats } }) => {
    await nats.end('SIGKILL');
    await sleep(RESTART_PAUSE_MS);
    await nats.start();
  },
};

function moveClock(hours: 1 | -1): Fault {
  return {
    name: `the clock of one api process ${hours > 0 ? '+' : '−'}1 h for 20 s`,
    isToldByReadiness: false,
    missing: (stage) => (stage.moveClock ? null : 'libfaketime is not installed'),
    run: async (stage) => {
      stage.moveClock?.(hours * 3_600);
      await sleep(OUTAGE_MS);
      stage.moveClock?.(0);
    },
  };
}

/** Writes a file until the disk has no room. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const piece = Buffer.alloc(MEGABYTE); ; ) writeSync(file, piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

const fullDisk: Fault = {
  name: 'the disk of PostgreSQL full for 20 s',
  isToldByReadiness: false,
  missing: ({ smallDisk }) => (smallDisk ? null : 'a small disk can be mounted by root only'),
  run: async ({ smallDisk, cluster: { database } }) => {
    if (!smallDisk) return;
    const filler = join(smallDisk, 'filler');
    fill(filler);
    await sleep(OUTAGE_MS);
    await rm(filler);
    // PostgreSQL ends itself if it cannot write its log; a service manager starts it again.
    await database.end('SIGINT');
    await database.start();
  },
};

function vendorFault(name: string, faults: Parameters<Vendors['fault']>[0]): Fault {
  return {
    name: `all vendors ${name} for 20 s`,
    isToldByReadiness: false,
    run: async ({ vendors }) => {
      vendors.fault(faults);
      await sleep(OUTAGE_MS);
      vendors.fault(null);
    },
  };
}

/** Ends every process in the orderly way and starts our own release in its place, one after the other. */
async function replaceAll({ cluster }: Stage, pauseMs: number): Promise<void> {
  for (const server of cluster.servers) {
    const code = await server.end('SIGTERM');
    if (code !== 0) throw new Error(`${server.name} ended with ${code}`);
    await server.start();
    await sleep(pauseMs);
  }
}

const rollingRestart: Fault = {
  name: 'rolling restart of every process',
  isToldByReadiness: false,
  run: (stage) => replaceAll(stage, 0),
};

/** Our migrations run while the other release serves, and then both serve side by side, as in an upgrade. */
const rollingUpgrade: Fault = {
  name: 'rolling to a new version',
  isToldByReadiness: false,
  missing: ({ from }) => (from === null ? 'needs --from' : null),
  run: async (stage) => {
    const env = { ...process.env, ...stage.cluster.environment };
    await promisify(execFile)(process.execPath, [join(OWN_RELEASE, MIGRATE)], { env });
    await sleep(SIDE_BY_SIDE_MS);
    await replaceAll(stage, SIDE_BY_SIDE_MS);
  },
};

export const FAULTS: readonly Fault[] = [
  // The first, because every other fault starts processes of our own release.
  rollingUpgrade,
  kill('api-1'),
  // One of the two reads a feed, or each reads some.
  kill('ingest-1'),
  kill('ingest-2'),
  kill('worker-1'),
  restartDatabase('SIGINT'),
  restartDatabase('SIGQUIT'),
  breakNetwork('database', 'silent', true),
  restartNats,
  breakNetwork('nats', 'silent', true),
  breakNetwork('nats', 'drop', true),
  breakNetwork('nats', 'slow', false),
  breakNetwork('nats', 'halfClose', true),
  moveClock(1),
  moveClock(-1),
  fullDisk,
  vendorFault('slow (8 s)', { latencyMs: 8_000 }),
  vendorFault('send half answers', { status: 'halfJson' }),
  vendorFault('send errors with status 200', { status: 'errorWith200' }),
  rollingRestart,
];

/** The library that moves the clock of a process, if it is installed. */
export function findFaketime(): string | null {
  const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime'];
  const paths = folders.map((folder) => join(folder, 'libfaketimeMT.so.1'));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Settings that move a process's clock by what `file` says, read again at each look at the clock. */
export function clockSettings(library: string, file: string): Record<string, string> {
  writeFileSync(file, '+0');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
