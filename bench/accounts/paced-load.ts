import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { PacedOrder, PacedResult } from './paced-requests.ts';

/** Sends several paces of requests at once, from a process of its own. */
export type PacedLoad = {
  run: (orders: PacedOrder[]) => Promise<PacedResult[]>;
  stop: () => void;
};

/** Starts the process; it waits for orders until it is stopped. */
export function startPacedLoad(): PacedLoad {
  const child = fork(resolve(import.meta.dirname, 'paced-process.ts'));
  return {
    run: (orders) =>
      new Promise((done, failed) => {
        child.once('message', (message) => {
          if (Array.isArray(message)) done(message as PacedResult[]);
          else failed(new Error(String(message)));
        });
        child.send(orders);
      }),
    stop: () => child.disconnect(),
  };
}
