import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { LoadOrder, LoadResult } from './load-process.ts';

/** Sends requests to a server on this machine from a process of its own. */
export type Load = {
  run: (order: LoadOrder) => Promise<LoadResult>;
  stop: () => void;
};

function isResult(message: unknown): message is LoadResult {
  return typeof message === 'object' && message !== null && 'answers' in message;
}

/** Starts the process; it waits for orders until it is stopped. */
export function startLoad(): Load {
  const child = fork(resolve(import.meta.dirname, 'load-process.ts'));
  return {
    run: (order) =>
      new Promise((done, failed) => {
        const ended = (code: number | null) => failed(new Error(`the load ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (message) => {
          child.off('exit', ended);
          if (isResult(message)) done(message);
          else failed(new Error(String(message)));
        });
        child.send(order);
      }),
    stop: () => child.disconnect(),
  };
}
