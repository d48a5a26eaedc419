import { Duplex } from 'node:stream';
import type { ServerLink } from './server-link.ts';

const SIMPLE_QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;
const HEADER_BYTES = 5;

/**
 * Where the last complete piece of a client's messages ends: the database must be given everything up to a query or a
 * sync at once, as it says it is ready after each piece. The first message of a connection has no type byte.
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

/** A socket to the embedded database as node-postgres wants one; a new one starts with a clean session. */
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

  /** However a connection ends, what it has begun is undone: others use the same database. */
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
