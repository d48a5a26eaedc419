import type { Worker } from 'node:worker_threads';
import type { ServerEvent } from './server-thread.ts';

/** What is known of a thread's life. */
export type ThreadWatch = {
  /** Resolves when the thread sends the event; rejects where it ends before. */
  received: (awaited: ServerEvent) => Promise<void>;
  /** From now on an end that nobody asked for is an uncaught exception. */
  expectToLive: () => void;
  /** From now on its end is wanted. */
  expectToEnd: () => void;
  hasEnded: () => boolean;
};

/**
 * Watches the thread of the embedded database. Without it nothing can be read or written, so that an end nobody asked
 * for is thrown: the process guard, which decides about failures that nobody handled, then ends the process.
 */
export function watchThread(worker: Worker): ThreadWatch {
  let mustLive = false;
  let end: Error | null = null;
  const onEnd = (cause: Error) => {
    if (end) return;
    end = cause;
    if (mustLive) throw new Error(`the embedded database ended: ${cause.message}`, { cause });
  };
  const exitError = (code: number) => new Error(`it ended with code ${code}`);
  worker.on('error', onEnd);
  worker.on('exit', (code) => onEnd(exitError(code)));
  return {
    received: (awaited) =>
      new Promise((resolve, reject) => {
        const settle = (done: () => void) => {
          worker.off('message', onMessage).off('error', onError).off('exit', onExit);
          done();
        };
        // Anything else is not ours: Node tells its own watch mode in this way what a thread has loaded.
        const onMessage = (event: unknown) => void (event === awaited && settle(resolve));
        const onError = (error: Error) => settle(() => reject(error));
        const onExit = (code: number) => settle(() => reject(exitError(code)));
        worker.on('message', onMessage).on('error', onError).on('exit', onExit);
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
