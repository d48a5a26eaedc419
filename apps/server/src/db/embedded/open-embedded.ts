import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import { makeFolder } from '../../make-folder.ts';
import { DatabaseOpenError } from '../database-open-error.ts';
import { createPool } from '../pool.ts';
import { copyInUse } from './copy-files.ts';
import { lockDataDir } from './data-lock.ts';
import { createServerLink, ServerStream } from './server-stream.ts';
import type { CopyAnswer, ServerCommand, ServerEvent } from './server-thread.ts';

const CHECK_TIMEOUT_MS = 2_000;

type Settings = {
  dataDir: string;
  log: Pick<Log, 'error'>;
};

/** The database thread, ready for connections. */
type Server = {
  /** A transferable end of a new connection; the first connection has priority. */
  connect: () => MessagePort;
  copyFiles: (to: string) => Promise<{ heldMs: number }>;
  close: () => Promise<void>;
};

async function startServer(folder: string): Promise<Server> {
  const worker = new Worker(new URL('./server-thread.ts', import.meta.url), {
    workerData: { folder },
  });
  const send = (command: ServerCommand, ports: MessagePort[] = []) =>
    worker.postMessage(command, ports);
  const thread = watchThread(worker);
  await thread.received('ready');
  thread.expectToLive();
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      send({ type: 'connect', port: port2 }, [port2]);
      return port1;
    },
    copyFiles: async (to) => {
      const copied = await copyInUse(folder, to);
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise<CopyAnswer>((resolve, reject) => {
        port1.once('message', resolve);
        port1.once('close', () => reject(new Error('the embedded database ended')));
      });
      send({ type: 'finish-copy', to, copied, port: port2 }, [port2]);
      const answer = await answered;
      if ('error' in answer) throw answer.error;
      return answer;
    },
    close: async () => {
      thread.expectToEnd();
      if (thread.hasEnded()) return;
      const closed = thread.received('closed');
      send({ type: 'close' });
      await closed.catch(() => undefined); // The thread has already ended.
      await worker.terminate();
    },
  };
}

/** A node-postgres pool of one connection, which serialises the thread's statements and transactions. */
export function embeddedPool(settings: Pick<Settings, 'log'>, port: MessagePort): pg.Pool {
  const server = createServerLink(port);
  return createPool(settings, {
    max: 1,
    idleTimeoutMillis: 0,
    ssl: false,
    user: 'postgres',
    database: 'postgres',
    stream: () => new ServerStream(server),
  });
}

/** An open embedded database; `share` is for another thread of the process. */
type Embedded = {
  pool: pg.Pool;
  check: () => Promise<void>;
  share: () => MessagePort;
  /** Copies the files into a new folder while in use; returns how long queries were held up. */
  copyFiles: (to: string) => Promise<{ heldMs: number }>;
  close: () => Promise<void>;
};

/** Opens the embedded database of a data folder in a separate thread. */
export async function openEmbedded(settings: Settings): Promise<Embedded> {
  const { dataDir } = settings;
  await makeFolder(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const server = await startServer(join(dataDir, 'database'));
    const pool = embeddedPool(settings, server.connect());
    const close = async () => {
      await pool.end();
      await server.close();
      await lock.release();
    };
    const check = async () => {
      const asked = pool.query('select 1');
      const late = setTimeout(CHECK_TIMEOUT_MS, 'late' as const, { ref: false });
      if ((await Promise.race([asked, late])) === 'late') {
        throw new Error('the embedded database does not answer');
      }
    };
    return { pool, check, share: server.connect, copyFiles: server.copyFiles, close };
  } catch (error) {
    await lock.release();
    const cause = error instanceof Error ? error.message : String(error);
    throw new DatabaseOpenError(`Cannot open the embedded database in ${dataDir}: ${cause}`, {
      cause: error,
    });
  }
}

type ThreadWatch = {
  /** Resolves when the thread sends the event; rejects if it ends before. */
  received: (awaited: ServerEvent) => Promise<void>;
  /** From now on an unexpected end is an uncaught exception. */
  expectToLive: () => void;
  expectToEnd: () => void;
  hasEnded: () => boolean;
};

/**
 * Watches the database thread. Nothing works without it, so an unexpected end is thrown as an uncaught exception, upon
 * which the process guard ends the process.
 */
function watchThread(worker: Worker): ThreadWatch {
  let mustLive = false;
  let end: Error | null = null;
  const waiting = new Set<(cause: Error) => void>();
  const onEnd = (cause: Error) => {
    if (end) return;
    end = cause;
    for (const reject of waiting) reject(cause);
    if (mustLive) throw new Error(`the embedded database ended: ${cause.message}`, { cause });
  };
  worker.on('error', onEnd);
  worker.on('exit', (code) => onEnd(new Error(`it ended with code ${code}`)));
  return {
    received: (awaited) =>
      new Promise((resolve, reject) => {
        if (end) return reject(end);
        // Other messages are not ours: Node's watch mode uses them to report loaded files.
        const onMessage = (event: unknown) => {
          if (event !== awaited) return;
          worker.off('message', onMessage);
          waiting.delete(reject);
          resolve();
        };
        waiting.add(reject);
        worker.on('message', onMessage);
      }),
    expectToLive: () => {
      mustLive = true;
    },
    expectToEnd: () => {
      mustLive = false;
    },
    hasEnded: () => end !== null,
  };
}
