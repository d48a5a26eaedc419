import { AppError, type ExchangeName, type StreamChannel } from '@moneytrail/contract';
import { type AccessUser, assertEntitled } from '../../access/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import type { LiveTiming } from '../timing.ts';
import type { Watches } from '../watch/watches.ts';
import { type Channel, openChannel } from './channel.ts';
import { createMessageRate } from './message-rate.ts';
import type { Outlet } from './outlet.ts';
import { readRequest } from './read-request.ts';

export type ConnectionDeps = {
  watches: Watches;
  catalogue: Pick<Catalogue, 'resolve'>;
  feedStates: () => Record<ExchangeName, boolean>;
  clock: { now: () => number };
  log: { error: (detail: Record<string, unknown>, message: string) => void };
  timing: Pick<LiveTiming, 'conflationMs'>;
};

/** Who is connected: session and user null for an anonymous visitor. */
export type Caller = { sessionId: string | null; user: StreamUser | null; address: string };

/** A user whose rights decide what a stream carries, named so that a change of them can be followed. */
export type StreamUser = AccessUser & { _id: string };

const MOST_CHANNELS = 32;
const POLICY_VIOLATION = 1008;

function failureOf(error: unknown): { code: string; message: string } {
  return error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: 'Unexpected error. Please try again later.' };
}

function keyOf(instrument: Instrument, resolution: string): string {
  return `${instrument.id} ${resolution}`;
}

/** One browser's stream: what it asked for, and what it is owed. */
export class StreamConnection {
  readonly #deps: ConnectionDeps;
  readonly #outlet: Outlet;
  readonly #wake: (connection: StreamConnection) => void;
  readonly #channels = new Map<string, Channel>();
  readonly #untoldFeeds = new Set<ExchangeName>();
  readonly #isBearable = createMessageRate();
  #caller: Caller;
  #isClosed = false;
  /** Requests are answered one after the other, so that the last word about a channel wins. */
  #answered: Promise<void> = Promise.resolve();

  /** `wake` is called when there may be something to flush. */
  constructor(
    deps: ConnectionDeps,
    outlet: Outlet,
    caller: Caller,
    wake: (connection: StreamConnection) => void,
  ) {
    this.#deps = deps;
    this.#outlet = outlet;
    this.#caller = caller;
    this.#wake = wake;
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Takes a message of the browser; one that is not understood ends the connection. */
  receive(text: string): void {
    // Who speaks but does not read would fill the buffer with refusals.
    if (this.#outlet.isFull()) this.#outlet.cut();
    else if (this.#isBearable(this.#deps.clock.now())) {
      this.#answered = this.#answered.then(() => this.#answer(text));
    } else this.#outlet.end(POLICY_VIOLATION, 'Too many messages');
  }

  /** Sends what is due; whether something still waits, for its time or for a client that reads slowly. */
  flush(nowMs: number): boolean {
    if (this.#isClosed) return false;
    this.#flushFeeds();
    let isWaiting = this.#untoldFeeds.size > 0;
    for (const channel of this.#channels.values()) {
      if (!channel.hasNews()) continue;
      if (!channel.isDue(nowMs) || this.#outlet.isFull()) {
        isWaiting = true;
        continue;
      }
      const text = channel.take(nowMs);
      if (text !== null) this.#outlet.offer(text);
    }
    return isWaiting;
  }

  /** The state of a feed changed. */
  tellFeed(exchange: ExchangeName): void {
    const channels = [...this.#channels.values()];
    if (!channels.some(({ instrument }) => instrument.exchange === exchange)) return;
    this.#untoldFeeds.add(exchange);
    this.#wake(this);
  }

  /** Ends the channels that the user, as it is now, may not see any more. */
  applyRights(user: StreamUser | null): void {
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
  }

  /** Ends every channel; the socket is gone or going. */
  close(): void {
    this.#isClosed = true;
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }

  #refuse(channel: StreamChannel, error: unknown): void {
    if (!(error instanceof AppError)) {
      this.#deps.log.error({ err: error }, 'a subscription failed');
    }
    this.#outlet.say({ type: 'refused', ...channel, ...failureOf(error) });
  }

  async #answer(text: string): Promise<void> {
    const request = readRequest(text);
    if ('problem' in request) return this.#outlet.end(POLICY_VIOLATION, request.problem);
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
      this.#untoldFeeds.add(instrument.exchange);
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
    const { watches, timing } = this.#deps;
    const deps = { watches, conflationMs: timing.conflationMs };
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
    for (const exchange of this.#untoldFeeds) {
      const isOffline = this.#deps.feedStates()[exchange];
      if (!this.#outlet.say({ type: 'feed', exchange, isOffline })) return;
      this.#untoldFeeds.delete(exchange);
    }
  }
}
