import type { Worker } from 'node:worker_threads';

export type ServerRequest =
  | { type: 'query'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'close' };
export type ServerReply =
  | { type: 'ready' }
  | { type: 'answered'; id: number; bytes: Uint8Array }
  | { type: 'closed' }
  | { type: 'failed'; message: string };

/** The embedded database as its clients see it: wire protocol in, wire protocol out, in order. */
export type ServerLink = {
  /** Takes the bytes over: they are the caller's no longer. */
  query: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

type Pending<T> = {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
};

function pending<T>(): Pending<T> {
  let settle: Omit<Pending<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('a promise starts at once');
  return { promise, ...settle };
}

/** Waits until the database in a worker is ready, then speaks to it. Its death rejects everything that waits. */
export async function createServerLink(worker: Worker): Promise<ServerLink> {
  const waiting = new Map<number, Pending<Uint8Array>>();
  let nextId = 1;
  let dead: Error | null = null;
  const ready = pending<void>();
  const closed = pending<void>();
  const die = (error: Error) => {
    dead ??= error;
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (reply: ServerReply) => {
    if (reply.type === 'answered') {
      waiting.get(reply.id)?.resolve(reply.bytes);
      waiting.delete(reply.id);
    } else if (reply.type === 'ready') ready.resolve();
    else if (reply.type === 'closed') closed.resolve();
    else if (reply.type === 'failed') die(new Error(reply.message));
    // Anything else is not ours: Node tells its own watch mode in this way what a thread has loaded.
  });
  worker.on('error', die);
  worker.on('exit', (code) => {
    die(new Error(`the embedded database ended with code ${code}`));
    closed.resolve();
  });
  const post = (request: ServerRequest) => worker.postMessage(request);
  await ready.promise;
  return {
    query: (bytes) => {
      if (dead) return Promise.reject(dead);
      const id = nextId++;
      const answer = pending<Uint8Array>();
      waiting.set(id, answer);
      // Handed over, not copied: what a client stores may be megabytes.
      worker.postMessage({ type: 'query', id, bytes } satisfies ServerRequest, [bytes.buffer]);
      return answer.promise;
    },
    close: async () => {
      if (!dead) post({ type: 'close' });
      await closed.promise;
      await worker.terminate();
    },
  };
}
