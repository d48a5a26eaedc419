import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { ServerReply, ServerRequest } from './server-link.ts';

/** What a closed connection may have left behind: an open transaction, prepared statements, settings. */
const FORGET_CONNECTION = ['rollback', 'discard all'];
const STARTUP = 0;

const port = parentPort;
if (!port) throw new Error('the embedded database runs in a worker thread only');
const reply = (message: ServerReply) => port.postMessage(message);
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const database = new PGlite(workerData.folder);
let hasServed = false;

/** A statement as the wire protocol's simple query. */
function simpleQuery(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`);
  const message = Buffer.alloc(5 + text.length, 'Q');
  message.writeUInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}

/** Answers one complete piece of the wire protocol; synchronously, so that pieces never mix. */
function answer(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === STARTUP) {
    const leftovers = hasServed ? FORGET_CONNECTION : [];
    for (const statement of leftovers) database.execProtocolRawSync(simpleQuery(statement));
    hasServed = true;
  }
  return database.execProtocolRawSync(bytes);
}

async function serve(request: ServerRequest): Promise<void> {
  if (request.type === 'close') {
    await database.close();
    reply({ type: 'closed' });
  } else {
    const bytes = new Uint8Array(answer(request.bytes));
    const answered: ServerReply = { type: 'answered', id: request.id, bytes };
    port?.postMessage(answered, [bytes.buffer]);
  }
}

try {
  await database.waitReady;
  port.on('message', (request: ServerRequest) => {
    serve(request).catch((error: unknown) => reply({ type: 'failed', message: textOf(error) }));
  });
  reply({ type: 'ready' });
} catch (error) {
  reply({ type: 'failed', message: textOf(error) });
}
