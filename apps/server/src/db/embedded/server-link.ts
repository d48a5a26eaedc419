import type { MessagePort } from 'node:worker_threads';

/** The embedded database as one client sees it: wire protocol in, wire protocol out, in order. */
export type ServerLink = {
  /** Takes the bytes over: they are the caller's no longer. */
  query: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
};

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

/** Speaks through a port of the embedded database. Its end rejects everything that waits. */
export function createServerLink(port: MessagePort): ServerLink {
  const waiting: Waiting[] = [];
  let isClosed = false;
  const ended = () => new Error('the embedded database ended');
  port.on('message', (bytes: Uint8Array) => waiting.shift()?.resolve(bytes));
  port.on('close', () => {
    isClosed = true;
    for (const { reject } of waiting.splice(0)) reject(ended());
  });
  return {
    query: (bytes) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(ended());
        waiting.push({ resolve, reject });
        // Handed over, not copied: what a client stores may be megabytes.
        port.postMessage(bytes, [bytes.buffer]);
      }),
  };
}
