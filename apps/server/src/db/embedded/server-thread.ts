import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { type CopiedFiles, finishCopy } from './copy-files.ts';

/**
 * What the thread receives: whom to serve, first the most important one, when to finish a copy of the files, and when
 * to end.
 */
export type ServerCommand =
  | { type: 'connect'; port: MessagePort }
  | { type: 'finish-copy'; to: string; copied: CopiedFiles; port: MessagePort }
  | { type: 'close' };
/** How long a copy kept everybody waiting, or why there is none. */
export type CopyAnswer = { heldMs: number } | { error: Error };
export type ServerEvent = 'ready' | 'closed';

type Client = { port: MessagePort; waiting: Uint8Array[] };

const TERMINATE = 0x58;
const IS_IDLE = 'I'.charCodeAt(0);

const owner = parentPort;
if (!owner) throw new Error('the embedded database runs in a worker thread only');
const send = (event: ServerEvent) => owner.postMessage(event);

/**
 * Postgres sets all of its shared buffers to zero when it starts, which with the 128 MB of its default takes most of
 * the start's time and stays in memory for good. Pages that are not among them lie in the system's cache of files.
 */
const SHARED_BUFFERS = '32MB';

const database = new PGlite(workerData.folder, {
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
});
const clients: Client[] = [];
/** Whose transaction is open: nobody else is answered before it ends. */
let holder: Client | null = null;

/** A statement as the wire protocol's simple query. */
function simpleQuery(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`);
  const message = Buffer.alloc(5 + text.length, 'Q');
  message.writeUInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}

/** Clears what a connection may have left behind: an open transaction, and the first client's settings. */
function forget(client: Client): void {
  if (holder === client) database.execProtocolRawSync(simpleQuery('rollback'));
  holder = null;
  if (client === clients[0]) database.execProtocolRawSync(simpleQuery('discard all'));
}

/** Answers one complete piece of the wire protocol; synchronously, so that pieces never mix. */
function answer(client: Client, piece: Uint8Array): void {
  const isEnd = piece[0] === TERMINATE;
  if (isEnd) forget(client);
  const bytes = new Uint8Array(isEnd ? [] : database.execProtocolRawSync(piece));
  // The last byte of an answer says whether a transaction is open.
  holder = isEnd || bytes.at(-1) === IS_IDLE ? null : client;
  client.port.postMessage(bytes, [bytes.buffer]);
}

/** Answers what waits, the holder of a transaction alone, else the first client first. */
function serve(): void {
  for (;;) {
    const client: Client | undefined = holder ?? clients.find(({ waiting }) => waiting.length > 0);
    const piece = client?.waiting.shift();
    if (!client || !piece) return;
    answer(client, piece);
  }
}

function connect(port: MessagePort): void {
  const client: Client = { port, waiting: [] };
  clients.push(client);
  port.on('message', (piece: Uint8Array) => {
    client.waiting.push(piece);
    serve();
  });
  port.on('close', () => {
    if (holder === client) forget(client);
    clients.splice(clients.indexOf(client), 1);
    serve();
  });
}

/** Finishes a copy between two answers: it is what a killed process would have left, with all that was committed. */
function answerCopy({ to, copied, port }: Extract<ServerCommand, { type: 'finish-copy' }>): void {
  const startMs = performance.now();
  let answered: CopyAnswer;
  try {
    finishCopy(workerData.folder, to, copied);
    answered = { heldMs: performance.now() - startMs };
  } catch (error) {
    answered = { error: error instanceof Error ? error : new Error(String(error)) };
  }
  port.postMessage(answered);
  port.close();
}

await database.waitReady;
owner.on('message', (command: ServerCommand) => {
  if (command.type === 'connect') return connect(command.port);
  if (command.type === 'finish-copy') return answerCopy(command);
  for (const { port } of clients.splice(0)) port.removeAllListeners().close();
  void database.close().then(() => send('closed'));
});
send('ready');
