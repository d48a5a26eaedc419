import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseShare, reachDatabase } from '../../../db/index.ts';
import { MACHINE_CLOCK } from '../../../steady-clock.ts';
import { yieldToOthers } from '../../../yield-to-others.ts';
import { importWork, type StoredImport } from './execute-import.ts';

/** A file to read or store, or an instrument whose longer bars to build anew. */
export type ImportTask = { fileId: string } | { instrumentId: number };
export type ImportThreadData = { task: ImportTask; database: DatabaseShare };
export type ImportThreadEvent =
  | { type: 'done'; stored: StoredImport | null }
  /** A line for the log of the process. */
  | { type: 'logged'; error: unknown; message: string };

/** The thread of one task. Any message stops an import before its next part; an error ends the thread. */
const port = parentPort;
if (!port) throw new Error('imports run in a thread of their own');
yieldToOthers();
const send = (event: ImportThreadEvent) => port.postMessage(event);
const end = new AbortController();
port.once('message', () => end.abort(new Error('the import was stopped')));
const { task, database } = workerData as ImportThreadData;
const error = (detail: { err?: unknown }, message: string) =>
  send({ type: 'logged', error: detail.err, message });
const db = reachDatabase(database, { log: { error } });
const work = importWork({ db, clock: MACHINE_CLOCK });
const stored = 'fileId' in task ? await work.execute(task.fileId, end.signal) : null;
if ('instrumentId' in task) await work.rebuild(task.instrumentId, end.signal);
await db.destroy();
send({ type: 'done', stored });
port.close();
