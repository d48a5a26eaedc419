import { MessagePort, Worker } from 'node:worker_threads';
import { HOUR_MS, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import { IMPORTED } from '@moneytrail/contract';
import * as z from 'zod';
import { INSTRUMENTS_CHANGED, type TickBus } from '../../../bus/index.ts';
import type { DatabaseShare, Db } from '../../../db/index.ts';
import { defineJob, defineScheduled, type Job } from '../../../jobs/index.ts';
import type { BarService } from '../../bars/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { type ImportWork, NOTHING, type StoredImport } from './execute-import.ts';
import type { ImportTask, ImportThreadData, ImportThreadEvent } from './import-thread.ts';
import { changeFile, deleteFilesBefore } from './store.ts';

/** Reads a file of which all parts have arrived, or stores one that was planned, by its state. */
export const RUN_IMPORT = { name: 'instruments.run-import', payload: z.object({ id: z.uuid() }) };

/** Builds the longer bars of an instrument made from files anew, after its hours have changed. */
export const REBUILD_IMPORTED = {
  name: 'instruments.rebuild-imported',
  payload: z.object({ id: z.int() }),
};

export type ImportJobDeps = {
  db: Db;
  clock: { now: () => number };
  bars: Pick<BarService, 'written'>;
  catalogue: Pick<Catalogue, 'reload'>;
  bus: Pick<TickBus, 'publish'>;
  /** In a thread where others are served. */
  imports: ImportWork;
};

const KEPT_MS = 24 * HOUR_MS;
/** Three numbers are kept for each of the up to three million lines of a file, and its rows are garbage. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/**
 * Each import in a thread of its own, as parsing a file keeps a processor busy for seconds. An aborted one ends before its
 * next part. A thread that fails, such as for want of memory, rejects.
 */
export function importInThread({
  shareDatabase,
  log,
}: {
  shareDatabase: () => DatabaseShare;
  log: { error: (detail: object, message: string) => void };
}): ImportWork {
  const run = (task: ImportTask, signal: AbortSignal) =>
    new Promise<StoredImport | null>((resolve, reject) => {
      const database = shareDatabase();
      const workerData: ImportThreadData = { task, database };
      const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
        workerData,
        transferList: database instanceof MessagePort ? [database] : [],
        resourceLimits: THREAD_LIMITS,
      });
      const stop = () => worker.postMessage('stop');
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      worker.on('message', (event: ImportThreadEvent) => {
        if (event.type === 'done') resolve(event.stored);
        else log.error({ err: event.error }, event.message);
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        signal.removeEventListener('abort', stop);
        reject(new Error(`the thread of ${JSON.stringify(task)} has ended`));
      });
    });
  return {
    execute: (fileId, signal) => run({ fileId }, signal),
    rebuild: async (instrumentId, signal) => void (await run({ instrumentId }, signal)),
  };
}

/** Reads and stores dropped files, and deletes them a day later. */
export function importJobs(deps: ImportJobDeps): Job[] {
  const { db, clock, bars, catalogue, bus, imports } = deps;
  return [
    defineJob({
      ...RUN_IMPORT,
      singleton: true,
      retry: { limit: 2, delaySeconds: 5 },
      handler: async ({ id }, { signal }) => {
        try {
          const stored = await imports.execute(id, signal);
          if (!stored) return;
          await catalogue.reload();
          bus.publish(INSTRUMENTS_CHANGED, { exchange: IMPORTED });
          bars.written(stored.instrumentId, stored.resolution, stored.fromMs, stored.toMs);
          await changeFile(db, id, { state: 'stored', outcome: stored.outcome });
        } catch (error) {
          // A stopped process leaves the file to the next one.
          signal.throwIfAborted();
          const message = 'The file could not be read or stored. The error log has the cause.';
          await changeFile(db, id, { state: 'failed', outcome: { ...NOTHING, message } });
          throw error;
        }
      },
    }),
    defineJob({
      ...REBUILD_IMPORTED,
      singleton: true,
      retry: { limit: 5, delaySeconds: 5 },
      handler: async ({ id }, { signal }) => {
        await imports.rebuild(id, signal);
        for (const resolution of STORED_RESOLUTIONS) {
          bars.written(id, resolution, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
        }
      },
    }),
    defineScheduled({
      name: 'instruments.delete-import-files',
      schedule: '40 * * * *',
      handler: () => deleteFilesBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
