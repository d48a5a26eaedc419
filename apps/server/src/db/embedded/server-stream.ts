import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** One client's connection to the embedded database: wire protocol in, wire protocol out, in order. */
type ServerLink = {
  /** Transfers the bytes: the caller loses them. */
  query: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
};

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

/** Connects through a port; when the port closes, all pending queries are rejected. */
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
        // Transferred, not copied: it may be megabytes.
        port.postMessage(bytes, [bytes.buffer]);
      }),
  };
}

const SIMPLE_QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;
const HEADER_BYTES = 5;

/**
 * The end of the last complete piece of a client's messages. The database must get everything up to a query or a sync at
 * once, because it reports readiness after each piece. The first message of a connection has no type byte.
 */
export function endOfLastPiece(bytes: Buffer, isStarted: boolean): number {
  let end = 0;
  let at = 0;
  if (!isStarted) {
    if (bytes.length < 4 || bytes.length < bytes.readUInt32BE(0)) return 0;
    at = bytes.readUInt32BE(0);
    end = at;
  }
  while (at + HEADER_BYTES <= bytes.length) {
    const type = bytes[at];
    const next = at + 1 + bytes.readUInt32BE(at + 1);
    if (next > bytes.length) break;
    if (type === SIMPLE_QUERY || type === SYNC) end = next;
    at = next;
  }
  return end;
}

/** A socket for node-postgres to the embedded database; each starts with a clean session. */
export class ServerStream extends Duplex {
  readonly #server: ServerLink;
  #pending: Buffer = Buffer.alloc(0);
  #isStarted = false;

  constructor(server: ServerLink) {
    super();
    this.#server = server;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#accept(Buffer.concat([this.#pending, ...chunks.map(({ chunk }) => chunk)])).then(
      () => done(),
      (error: Error) => done(error),
    );
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this._writev([{ chunk }], done);
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** Rolls back an open transaction whenever a connection ends, since all share one database session. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#server.query(Uint8Array.of(TERMINATE)).catch(() => undefined);
    done(error);
  }

  async #accept(bytes: Buffer): Promise<void> {
    if (this.#isStarted && bytes[0] === TERMINATE) {
      this.end();
      return;
    }
    const end = endOfLastPiece(bytes, this.#isStarted);
    this.#pending = bytes.subarray(end);
    if (end === 0) return;
    this.#isStarted = true;
    this.push(await this.#server.query(new Uint8Array(bytes.subarray(0, end))));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
