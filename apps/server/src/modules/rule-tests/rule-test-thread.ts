import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@moneytrail/contract';
import {
  type BarsThreadData,
  type BarsThreadEvent,
  openBarsInThread,
} from '../../bars-in-thread.ts';
import { yieldToAll } from '../../yield-to-others.ts';
import { testWork, type WantedTest } from './compute-test.ts';

export type RuleTestThreadData = BarsThreadData & {
  wanted: WantedTest;
  known: readonly string[];
};

export type RuleTestThreadEvent =
  | { type: 'progress'; done: number }
  | { type: 'computed'; version: string; result: Uint8Array<ArrayBuffer> | null }
  /** It cannot be computed now, for this reason. */
  | { type: 'failed'; message: string }
  | BarsThreadEvent;

/** The thread of one test. An error ends it; the thread that started it ends it in all other cases. */
const port = parentPort;
if (!port) throw new Error('tests of rules run in a thread of their own');
yieldToAll();
const send = (event: RuleTestThreadEvent, moved: ArrayBuffer[] = []) =>
  port.postMessage(event, moved);
const { wanted, known, ...data } = workerData as RuleTestThreadData;
const { signal } = new AbortController();
const progress = (done: number) => send({ type: 'progress', done });
try {
  const compute = testWork(openBarsInThread(data, { source: 'analysis', send }));
  const { version, result } = await compute(wanted, { signal, known, progress });
  const bytes = result && new Uint8Array(result);
  send({ type: 'computed', version, result: bytes }, bytes ? [bytes.buffer] : []);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  send({ type: 'failed', message: error.message });
}
