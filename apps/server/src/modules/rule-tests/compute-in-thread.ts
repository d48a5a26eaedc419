import { Worker } from 'node:worker_threads';
import { AppError } from '@moneytrail/contract';
import {
  type BarsThreadData,
  type BarsThreadListener,
  barsWorkerOptions,
  receiveBarsEvent,
} from '../../bars-in-thread.ts';
import type { ComputedTest, TestWork } from './compute-test.ts';
import type { RuleTestThreadData, RuleTestThreadEvent } from './rule-test-thread.ts';

/** The trades of 500 instruments are in memory until they are combined; bars are outside of the heap. */
const HEAP_MB = 512;
const TOO_LARGE = 'The test makes too many trades. Please choose fewer symbols or fewer years.';

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Each test in a thread of its own, which computes for seconds. Once the signal is aborted, the thread is ended, and with
 * it its questions to feeds and its transactions. Rejects if the thread fails, such as for want of memory.
 */
export function computeInThread({
  dataOf,
  ...listener
}: BarsThreadListener & { dataOf: () => BarsThreadData }): TestWork {
  return (wanted, { signal, known, progress }) =>
    new Promise<ComputedTest>((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const data: RuleTestThreadData = { ...dataOf(), wanted, known };
      const worker = new Worker(
        new URL('./rule-test-thread.ts', import.meta.url),
        barsWorkerOptions(data, { heapMb: HEAP_MB }),
      );
      let outcome = () => reject(new Error('the thread of a test of a rule has ended'));
      const end = (settle: () => void) => {
        outcome = settle;
        void worker.terminate();
      };
      const stop = () => end(() => reject(signal.reason));
      signal.addEventListener('abort', stop, { once: true });
      worker.on('message', (event: RuleTestThreadEvent) => {
        if (receiveBarsEvent(listener, event)) return;
        if (event.type === 'progress') progress(event.done);
        if (event.type === 'failed') {
          end(() => reject(new AppError('UNAVAILABLE', event.message)));
        }
        if (event.type === 'computed') {
          const { version, result } = event;
          end(() => resolve({ version, result: result && Buffer.from(result.buffer) }));
        }
      });
      worker.on('error', (error) => {
        outcome = () =>
          reject(isOutOfMemory(error) ? new AppError('UNAVAILABLE', TOO_LARGE) : error);
      });
      // A further test begins only after the thread has gone.
      worker.on('exit', () => {
        signal.removeEventListener('abort', stop);
        outcome();
      });
    });
}
