import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { DatabaseOpenError } from '../database-open-error.ts';
import { createPool } from '../pool.ts';
import { lockDataDir } from './data-lock.ts';
import { createServerLink, type ServerLink } from './server-link.ts';
import { ServerStream } from './server-stream.ts';

const CHECK_TIMEOUT_MS = 2_000;

type Settings = {
  dataDir: string;
  log: { error: (detail: object, message: string) => void };
};

async function startServer(folder: string): Promise<ServerLink> {
  const worker = new Worker(new URL('./server-thread.ts', import.meta.url), {
    workerData: { folder },
  });
  try {
    return await createServerLink(worker);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/**
 * Opens the embedded database of a data folder in a thread of its own, behind a node-postgres pool of one connection:
 * statements and transactions of the process follow one another.
 */
export async function openEmbedded(
  settings: Settings,
): Promise<{ pool: pg.Pool; check: () => Promise<void>; close: () => Promise<void> }> {
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataDir(dataDir);
  try {
    const server = await startServer(join(dataDir, 'database'));
    const pool = createPool(settings, {
      max: 1,
      idleTimeoutMillis: 0,
      ssl: false,
      user: 'postgres',
      database: 'postgres',
      stream: () => new ServerStream(server),
    });
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
    return { pool, check, close };
  } catch (error) {
    await lock.release();
    const cause = error instanceof Error ? error.message : String(error);
    throw new DatabaseOpenError(`Cannot open the embedded database in ${dataDir}: ${cause}`, {
      cause: error,
    });
  }
}
