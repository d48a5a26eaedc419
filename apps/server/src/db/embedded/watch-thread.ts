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
        // Anything else is not ours: Node tells its own watch mode in this way what a thread has loaded.
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
