import {
  AppError,
  type ExchangeName,
  STREAM_CLOSE,
  type StreamChannel,
  type StreamRequest,
  streamRequest,
} from '@moneytrail/contract';
import type { SteadyClock } from '../../../steady-clock.ts';
import { type AccessUser, assertEntitled, rightsVersion } from '../../access/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import type { SubscriptionRegistry } from '../forming/subscription-registry.ts';
import type { LiveTiming } from '../timing.ts';
import { type Channel, openChannel } from './channel.ts';
import type { SocketWriter } from './socket-writer.ts';

export type ConnectionDeps = {
  registry: SubscriptionRegistry;
  catalogue: Pick<Catalogue, 'resolve'>;
  feedStates: () => Record<ExchangeName, boolean>;
  clock: Pick<SteadyClock, 'now' | 'monotonicMs'>;
  log: { error: (detail: Record<string, unknown>, message: string) => void };
  timing: Pick<LiveTiming, 'conflationMs' | 'idleMs' | 'reviewMs'>;
};

/** Who is connected: session and user null for an anonymous visitor. */
export type Caller = { sessionId: string | null; user: StreamUser | null; address: string };

/** A user whose rights decide what a stream carries, named so that a change of them can be followed. */
export type StreamUser = AccessUser & { _id: string };

const MOST_CHANNELS = 32;
const RATE_WINDOW_MS = 10_000;
const MOST_MESSAGES = 100;
/** Changes of layouts that wait for a client who reads slowly; of more he reads the list again. */
const MOST_UNSENT_LAYOUTS = 50;
/** Requests that wait for the one before them. */
const MOST_WAITING = 20;

function failureOf(error: unknown): { code: string; message: string } {
  return error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: 'Unexpected error. Please try again later.' };
}

function keyOf(instrument: Instrument, resolution: string): string {
  return `${instrument.id} ${resolution}`;
}

/** A browser's message, or why it is none. */
function readRequest(text: string): StreamRequest | { problem: string } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { problem: 'Bad message: not JSON' };
  }
  const parsed = streamRequest.safeParse(message);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'message';
  return { problem: `Bad message: ${where}: ${issue?.message ?? 'not valid'}` };
}

/** One browser's stream: what it subscribed to, and what is still to be sent to it. */
export class StreamConnection {
  readonly #deps: ConnectionDeps;
  readonly #writer: SocketWriter;
  readonly #wake: (connection: StreamConnection) => void;
  readonly #channels = new Map<string, Channel>();
  readonly #unsentFeeds = new Set<ExchangeName>();
  /** The newest revisions of layouts that were not told yet; null once one was removed. */
  readonly #unsentLayouts = new Map<number | null, number | null>();
  /** Null until the rights were checked on this connection. */
  #rights: { version: string; isSent: boolean } | null = null;
  #rate = { windowMs: 0, count: 0 };
  #caller: Caller;
  #isClosed = false;
  /** Requests are answered one after the other, so that the last request for a channel wins. */
  #answered: Promise<void> = Promise.resolve();
  #waitingCount = 0;
  #activeMs: number;
  #reviewedMs: number;

  /** `wake` is called when there may be something to flush. */
  constructor(
    deps: ConnectionDeps,
    writer: SocketWriter,
    caller: Caller,
    wake: (connection: StreamConnection) => void,
  ) {
    this.#deps = deps;
    this.#writer = writer;
    this.#caller = caller;
    this.#wake = wake;
    this.#activeMs = deps.clock.monotonicMs();
    this.#reviewedMs = this.#activeMs;
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Takes a message of the browser; one that is not understood ends the connection. Never throws. */
  receive(text: string): void {
    if (this.#isClosed) return;
    this.#activeMs = this.#deps.clock.monotonicMs();
    // A client that sends but does not read would fill the buffer with refusals.
    if (this.#writer.isFull()) this.#writer.terminate();
    else if (this.#isWithinRate() && this.#waitingCount < MOST_WAITING) this.#enqueue(text);
    else this.end(STREAM_CLOSE.badMessage, 'Too many messages');
  }

  #enqueue(text: string): void {
    this.#waitingCount += 1;
    this.#answered = this.#answered
      .then(() => this.#answer(text))
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'a stream message was not answered');
        this.#writer.terminate();
      })
      .finally(() => {
        this.#waitingCount -= 1;
      });
  }

  #isWithinRate(): boolean {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#rate.windowMs >= RATE_WINDOW_MS) this.#rate = { windowMs: nowMs, count: 0 };
    this.#rate.count += 1;
    return this.#rate.count <= MOST_MESSAGES;
  }

  /** Sends what is due; whether something still waits, for its time or for a client that reads slowly. */
  flush(nowMs: number): boolean {
    if (this.#isClosed) return false;
    this.#flushFeeds();
    this.#flushRights();
    this.#flushLayouts();
    const unsent = this.#unsentFeeds.size + this.#unsentLayouts.size;
    let isWaiting = unsent > 0 || this.#rights?.isSent === false;
    for (const channel of this.#channels.values()) {
      if (!channel.hasNews()) continue;
      if (!channel.isDue(nowMs) || this.#writer.isFull()) {
        isWaiting = true;
        continue;
      }
      const text = channel.take(nowMs);
      if (text !== null) this.#writer.sendText(text);
    }
    return isWaiting;
  }

  /** The state of a feed changed. */
  feedChanged(exchange: ExchangeName): void {
    const channels = [...this.#channels.values()];
    if (!channels.some(({ instrument }) => instrument.exchange === exchange)) return;
    this.#unsentFeeds.add(exchange);
    this.#wake(this);
  }

  /** A layout of the user was saved or, without a revision, removed; without an id some such change may have been missed. */
  layoutChanged(id: number | null, revision: number | null): void {
    if (!this.#caller.user) return;
    if (id === null || this.#unsentLayouts.size >= MOST_UNSENT_LAYOUTS) {
      this.#unsentLayouts.clear();
      this.#unsentLayouts.set(null, null);
    } else this.#unsentLayouts.set(id, revision);
    this.#wake(this);
  }

  /**
   * Closes the channels that the user, as it is now, may not see any more, and tells where the rights are not those that
   * were told before; without a user the session has ended.
   */
  applyRights(user: StreamUser | null): void {
    if (!user) {
      this.end(STREAM_CLOSE.sessionEnded, 'Session ended');
      return;
    }
    this.#caller = { ...this.#caller, user };
    for (const [key, { instrument, resolution, close }] of this.#channels) {
      try {
        assertEntitled(user, instrument, this.#deps.clock.now());
      } catch (error) {
        close();
        this.#channels.delete(key);
        this.#refuse({ symbol: instrument.ticker, resolution }, error);
      }
    }
    const version = rightsVersion(user, this.#deps.clock.now());
    if (version === this.#rights?.version) return;
    this.#rights = { version, isSent: false };
    this.#wake(this);
  }

  /** From time to time applies the rights that are known to the present: a subscription or a paid day may have ended. */
  reviewRights(nowMs: number): void {
    if (nowMs - this.#reviewedMs < this.#deps.timing.reviewMs) return;
    this.#reviewedMs = nowMs;
    const { user } = this.#caller;
    if (user && this.#rights) this.applyRights(user);
  }

  /** Ends a connection that subscribes to nothing and sends nothing. */
  endIfIdle(nowMs: number): void {
    const isIdle = this.#channels.size === 0 && nowMs - this.#activeMs >= this.#deps.timing.idleMs;
    if (isIdle) this.end(STREAM_CLOSE.idle, 'Nothing is subscribed');
  }

  /** Begins to close the connection: nothing more is sent. */
  end(code: number, reason: string): void {
    this.close();
    this.#writer.close(code, reason);
  }

  /** Closes every channel; the socket is gone or going. */
  close(): void {
    this.#isClosed = true;
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }

  #refuse(channel: StreamChannel, error: unknown): void {
    if (!(error instanceof AppError)) {
      this.#deps.log.error({ err: error }, 'a subscription failed');
    }
    this.#writer.send({ type: 'refused', ...channel, ...failureOf(error) });
  }

  async #answer(text: string): Promise<void> {
    if (this.#isClosed) return;
    const request = readRequest(text);
    if ('problem' in request) return this.end(STREAM_CLOSE.badMessage, request.problem);
    for (const channel of request.channels) {
      if (this.#isClosed) return;
      if (request.type === 'subscribe') await this.#subscribe(channel);
      else await this.#unsubscribe(channel);
    }
  }

  async #subscribe(asked: StreamChannel): Promise<void> {
    try {
      const instrument = await this.#deps.catalogue.resolve(asked.symbol);
      const key = keyOf(instrument, asked.resolution);
      if (this.#isClosed || this.#channels.has(key)) return;
      this.#admit(instrument, asked);
      this.#channels.set(key, this.#open(instrument, asked));
      this.#unsentFeeds.add(instrument.exchange);
      this.#wake(this);
    } catch (error) {
      this.#refuse(asked, error);
    }
  }

  #admit(instrument: Instrument, { resolution }: StreamChannel): void {
    assertEntitled(this.#caller.user, instrument, this.#deps.clock.now());
    if (!supportedResolutions(instrument).includes(resolution)) {
      throw new AppError('BAD_REQUEST', `${instrument.ticker} has no resolution ${resolution}`);
    }
    if (this.#channels.size >= MOST_CHANNELS) {
      throw new AppError('BAD_REQUEST', `At most ${MOST_CHANNELS} channels fit one connection`);
    }
  }

  #open(instrument: Instrument, { resolution }: StreamChannel): Channel {
    const { registry, timing } = this.#deps;
    const deps = { registry, conflationMs: timing.conflationMs };
    return openChannel(deps, instrument, resolution, () => this.#wake(this));
  }

  async #unsubscribe(asked: StreamChannel): Promise<void> {
    const instrument = await this.#deps.catalogue.resolve(asked.symbol).catch(() => null);
    if (!instrument) return;
    const key = keyOf(instrument, asked.resolution);
    this.#channels.get(key)?.close();
    this.#channels.delete(key);
  }

  #flushFeeds(): void {
    for (const exchange of this.#unsentFeeds) {
      const isOffline = this.#deps.feedStates()[exchange];
      if (!this.#writer.send({ type: 'feed', exchange, isOffline })) return;
      this.#unsentFeeds.delete(exchange);
    }
  }

  #flushLayouts(): void {
    for (const [id, revision] of this.#unsentLayouts) {
      if (!this.#writer.send({ type: 'layout', id, revision })) return;
      this.#unsentLayouts.delete(id);
    }
  }

  #flushRights(): void {
    if (!this.#rights || this.#rights.isSent) return;
    const { version } = this.#rights;
    this.#rights = { version, isSent: this.#writer.send({ type: 'rights', version }) };
  }
}
