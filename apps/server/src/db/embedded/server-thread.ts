import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { type CopiedFiles, finishCopy } from './copy-files.ts';

/**
 * Commands to the thread: serve a client (the first has priority), finish a copy of the files, end.
 */
export type ServerCommand =
  | { type: 'connect'; port: MessagePort }
  | { type: 'finish-copy'; to: string; copied: CopiedFiles; port: MessagePort }
  | { type: 'close' };
/** The time for which a copy held up queries, or its error. */
export type CopyAnswer = { heldMs: number } | { error: Error };
export type ServerEvent = 'ready' | 'closed';

type Client = { port: MessagePort; waiting: Uint8Array[] };

const TERMINATE = 0x58;
const IS_IDLE = 'I'.charCodeAt(0);

const owner = parentPort;
if (!owner) throw new Error('the embedded database runs in a worker thread only');
const send = (event: ServerEvent) => owner.postMessage(event);

/**
 * Postgres zeroes its shared buffers at the start. The default of 128 MB would take most of the start-up time and stay
 * resident. Other pages are cached by the file system.
 */
const SHARED_BUFFERS = '32MB';

const database = new PGlite(workerData.folder, {
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
});
const clients: Client[] = [];
/** The client with an open transaction; no other is served before it ends. */
let holder: Client | null = null;

function simpleQuery(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`);
  const message = Buffer.alloc(5 + text.length, 'Q');
  message.writeUInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}

/** Rolls back an open transaction of a closed connection, and resets the first client's settings. */
function forget(client: Client): void {
  if (holder === client) database.execProtocolRawSync(simpleQuery('rollback'));
  holder = null;
  if (client === clients[0]) database.execProtocolRawSync(simpleQuery('discard all'));
}

/** Answers one complete piece of the wire protocol, synchronously, so that pieces never interleave. */
function answer(client: Client, piece: Uint8Array): void {
  const isEnd = piece[0] === TERMINATE;
  if (isEnd) forget(client);
  const bytes = new Uint8Array(isEnd ? [] : database.execProtocolRawSync(piece));
  // The last byte of an answer is the transaction status.
  holder = isEnd || bytes.at(-1) === IS_IDLE ? null : client;
  client.port.postMessage(bytes, [bytes.buffer]);
}

/** Serves pending queries: only the transaction's holder if there is one, else the first client first. */
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

/** Finishes a copy between two answers: its state is that of a killed process, with everything committed. */
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
