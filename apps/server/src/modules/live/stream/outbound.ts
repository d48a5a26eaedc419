import type { WebSocket } from '@fastify/websocket';
import type { Resolution } from '@moneytrail/calendar';
import type { Bar, ExchangeName, StreamChannel, StreamMessage } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from '../forming-bar.ts';
import type { Subscription } from '../live-instrument.ts';
import type { PriceBoard, Watch } from '../price-board.ts';
import type { SubscriptionRegistry } from '../subscription-registry.ts';
import type { LiveTiming } from '../timing.ts';

export type OutboundDeps = {
  registry: SubscriptionRegistry;
  /** Whether no live prices of an instrument come. */
  isOffline: (instrument: Instrument) => boolean;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  timing: Pick<LiveTiming, 'conflationMs'>;
  flushLoop: FlushLoop;
  board: Pick<PriceBoard, 'watch'>;
};

export type FlushLoop = ReturnType<typeof createFlushLoop>;

/** One instrument in one resolution, with the last snapshot sent. */
type Channel = {
  instrument: Instrument;
  /** The client's own names of instrument and resolution, which every message repeats. */
  asked: StreamChannel;
  /** The beginning of every update, which holds these names. */
  head: string;
  subscription: Subscription;
  sent: Snapshot | null;
  sentMs: number;
};

const FLUSH_MS = 50;
/** Records of an account that several devices show. */
type RecordKind = 'layout' | 'watchlist';
/** Pending changes of records of a kind for a slow client; beyond this number it reads the list again. */
const MOST_UNSENT_RECORDS = 50;

/** Sends pending updates of clients: at once if they are due, otherwise in a loop until none is pending. */
export function createFlushLoop(monotonicMs: () => number) {
  const waiting = new Set<OutboundUpdates>();
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    timer = undefined;
    const nowMs = monotonicMs();
    for (const outbound of waiting) if (!outbound.flush(nowMs)) waiting.delete(outbound);
    arm();
  }

  function arm(): void {
    if (waiting.size > 0) timer ??= setTimeout(run, FLUSH_MS);
  }

  return {
    wake(outbound: OutboundUpdates): void {
      if (waiting.has(outbound) || !outbound.flush(monotonicMs())) return;
      waiting.add(outbound);
      arm();
    },
    forget: (outbound: OutboundUpdates): void => void waiting.delete(outbound),
    stop(): void {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Pending updates of one browser, conflated: the newest state only, as soon as it is due and the buffer has room. */
export class OutboundUpdates {
  readonly #deps: OutboundDeps;
  readonly #writer: SocketWriter;
  readonly #channels = new Map<string, Channel>();
  readonly #unsentFeeds = new Set<ExchangeName>();
  /** The states that the client knows, of exchanges with channels. */
  readonly #sentFeeds = new Map<ExchangeName, boolean>();
  /** Unsent revisions of records by kind and id; null if the record was removed. */
  readonly #unsentRecords: Record<RecordKind, Map<number | null, number | null>> = {
    layout: new Map(),
    watchlist: new Map(),
  };
  #watch: Watch | null = null;
  #unsentRights: string | null = null;
  /** The newest firing to tell; null to read them again, undefined if there is none. */
  #unsentAlert: number | null | undefined;
  #isClosed = false;

  constructor(deps: OutboundDeps, writer: SocketWriter) {
    this.#deps = deps;
    this.#writer = writer;
  }

  get channels(): ReadonlyMap<string, Pick<Channel, 'instrument' | 'asked'>> {
    return this.#channels;
  }

  /** Starts to send an instrument's bars and quote in one resolution, and the state of its feed. */
  open(key: string, instrument: Instrument, resolution: Resolution, asked: StreamChannel): void {
    const subscription = this.#deps.registry.open(instrument, resolution, () => this.#wake());
    const sentMs = Number.NEGATIVE_INFINITY;
    const head = headOf(asked);
    this.#channels.set(key, { instrument, asked, head, subscription, sent: null, sentMs });
    this.#unsentFeeds.add(instrument.exchange);
    this.#wake();
  }

  /** Names an open channel as it was asked for again, and sends its state under another name. */
  rename(key: string, asked: StreamChannel): void {
    const channel = this.#channels.get(key);
    const { symbol, resolution } = channel?.asked ?? asked;
    if (!channel || (symbol === asked.symbol && resolution === asked.resolution)) return;
    channel.asked = asked;
    channel.head = headOf(asked);
    channel.sent = null;
    this.#wake();
  }

  end(key: string): void {
    const channel = this.#channels.get(key);
    if (!channel) return;
    channel.subscription.close();
    this.#channels.delete(key);
    // The state of a feed is not sent without channels, so the client's may be outdated later.
    const { exchange } = channel.instrument;
    if (this.#hasChannel(exchange)) this.feedChanged(exchange);
    else this.#sentFeeds.delete(exchange);
  }

  #instrumentsOf(exchange: ExchangeName): Instrument[] {
    const instruments = [...this.#channels.values()].map(({ instrument }) => instrument);
    return instruments.filter((instrument) => instrument.exchange === exchange);
  }

  #hasChannel(exchange: ExchangeName): boolean {
    return this.#instrumentsOf(exchange).length > 0;
  }

  /** Whether any of the client's instruments is offline; other instruments of the feed may be read by other processes. */
  #isOffline(exchange: ExchangeName): boolean {
    return this.#instrumentsOf(exchange).some(this.#deps.isOffline);
  }

  feedChanged(exchange: ExchangeName): void {
    if (!this.#hasChannel(exchange)) return;
    this.#unsentFeeds.add(exchange);
    this.#wake();
  }

  /** A record was saved, or removed if `revision` is null; `id` null means that the list must be read again. */
  recordChanged(kind: RecordKind, id: number | null, revision: number | null): void {
    const unsent = this.#unsentRecords[kind];
    if (id === null || unsent.size >= MOST_UNSENT_RECORDS) {
      unsent.clear();
      unsent.set(null, null);
    } else unsent.set(id, revision);
    this.#wake();
  }

  /** An alert has fired; null means that firings may have been missed. */
  alertFired(firing: number | null): void {
    this.#unsentAlert = firing;
    this.#wake();
  }

  rightsChanged(version: string): void {
    this.#unsentRights = version;
    this.#wake();
  }

  /** Sends due updates; answers whether some are pending, for their time or for buffer room. */
  flush(nowMs: number): boolean {
    if (this.#isClosed) return false;
    const { conflationMs } = this.#deps.timing;
    let isWaiting = !this.#flushNotices();
    for (const channel of this.#channels.values()) {
      const snapshot = channel.subscription.snapshot();
      if (snapshot === null || snapshot === channel.sent) continue;
      if (nowMs - channel.sentMs < conflationMs || this.#writer.isFull()) {
        isWaiting = true;
        continue;
      }
      const { isSimulated } = this.#deps.feeds[channel.instrument.exchange];
      this.#writer.sendText(encodeUpdate(channel, isSimulated, snapshot));
      channel.sent = snapshot;
      channel.sentMs = nowMs;
    }
    return isWaiting;
  }

  /** Replaces the instruments whose prices are sent once a second. */
  watch(instruments: readonly Instrument[]): void {
    const before = this.#watch;
    const isNone = this.#isClosed || instruments.length === 0;
    // The new watch opens first: instruments of both stay followed.
    this.#watch = isNone
      ? null
      : this.#deps.board.watch(instruments, (text) => this.#writer.sendText(text));
    before?.close();
  }

  get isWatching(): boolean {
    return this.#watch !== null;
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    for (const { subscription } of this.#channels.values()) subscription.close();
    this.#channels.clear();
    this.#deps.flushLoop.forget(this);
  }

  #wake(): void {
    this.#deps.flushLoop.wake(this);
  }

  /** Sends messages that belong to no channel; answers whether there was room for all. */
  #flushNotices(): boolean {
    for (const exchange of this.#unsentFeeds) {
      const isOffline = this.#isOffline(exchange);
      const isKnown = this.#sentFeeds.get(exchange) === isOffline || !this.#hasChannel(exchange);
      if (!isKnown && !this.#writer.send({ type: 'feed', exchange, isOffline })) return false;
      if (!isKnown) this.#sentFeeds.set(exchange, isOffline);
      this.#unsentFeeds.delete(exchange);
    }
    if (this.#unsentRights !== null) {
      if (!this.#writer.send({ type: 'rights', version: this.#unsentRights })) return false;
      this.#unsentRights = null;
    }
    for (const type of ['layout', 'watchlist'] as const) {
      for (const [id, revision] of this.#unsentRecords[type]) {
        if (!this.#writer.send({ type, id, revision })) return false;
        this.#unsentRecords[type].delete(id);
      }
    }
    if (this.#unsentAlert !== undefined) {
      if (!this.#writer.send({ type: 'alert', firing: this.#unsentAlert })) return false;
      this.#unsentAlert = undefined;
    }
    return true;
  }
}

function headOf({ symbol, resolution }: StreamChannel): string {
  return `${JSON.stringify({ type: 'update', symbol, resolution }).slice(0, -1)},`;
}

/** The kinds of a message from one snapshot: without its closed bar, with a new one, with a corrected one. */
type ClosedKind = 'none' | 'new' | 'corrected';
const ENCODED = new WeakMap<Snapshot, Partial<Record<ClosedKind, string>>>();

/** The part of an update that is equal for all browsers, encoded once: all but the names of the channel. */
function encodeState(snapshot: Snapshot, kind: ClosedKind, isSimulated: boolean): string {
  const known = ENCODED.get(snapshot) ?? {};
  const ready = known[kind];
  if (ready !== undefined) return ready;
  const { bar, quote } = snapshot;
  const corrected = kind === 'corrected' ? { isCorrection: true as const } : {};
  const closed = kind === 'none' || !snapshot.closed ? null : { ...snapshot.closed, ...corrected };
  const state: Omit<Extract<StreamMessage, { type: 'update' }>, 'type' | keyof StreamChannel> = {
    bar,
    closed,
    quote,
    ...(isSimulated && { simulated: true as const }),
  };
  const text = JSON.stringify(state).slice(1);
  ENCODED.set(snapshot, { ...known, [kind]: text });
  return text;
}

const isEqual = (a: Bar, b: Bar) =>
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.volume === b.volume;

/** Whether a bar was closed or corrected since a snapshot; the first stored bars do not count. */
function closedSince(sent: Snapshot | null, { closed }: Snapshot): ClosedKind {
  if (!sent || !closed || closed === sent.closed) return 'none';
  if (sent.closed === null && sent.bar?.time !== closed.time) return 'none';
  const isCorrected = sent.closed?.time === closed.time && !isEqual(sent.closed, closed);
  return isCorrected ? 'corrected' : 'new';
}

/**
 * The message from the last sent snapshot of a channel to a new one. It includes the bar that closed in between, the
 * newest of several.
 */
function encodeUpdate(
  { head, sent }: Pick<Channel, 'head' | 'sent'>,
  isSimulated: boolean,
  snapshot: Snapshot,
): string {
  return head + encodeState(snapshot, closedSince(sent, snapshot), isSimulated);
}

/** Buffer limit per client: when it is reached, nothing more is sent. */
const MOST_BUFFERED_BYTES = 64 * 1_024;
/** The longest reason that a close frame can carry (RFC 6455, 5.5). */
const MOST_REASON_BYTES = 123;
/** Time for a client to answer the closing handshake. */
const CLOSING_MS = 5_000;
/** Frames of a client that may be under way when the server closes; nobody is charged for later ones. */
const MOST_LATE_FRAMES = 100;

/** Truncates a text to fit a close frame, between characters; lone surrogates are replaced. */
function closeReason(text: string): Buffer {
  const bytes = Buffer.alloc(MOST_REASON_BYTES);
  return bytes.subarray(0, new TextEncoder().encodeInto(text, bytes).written);
}

export type SocketWriter = ReturnType<typeof createSocketWriter>;

/** Writes to one client, whose buffer is bounded if it reads slowly. */
export function createSocketWriter(
  socket: WebSocket,
  timing: Pick<LiveTiming, 'heartbeatMs' | 'pingMs' | 'stallMs'>,
  startMs: number,
) {
  let isAnswered = true;
  let heartbeatAtMs = startMs;
  let pingAtMs = startMs;
  let fullSinceMs: number | null = null;
  let lateFrames = 0;
  const countLate = () => {
    if (socket.readyState === socket.OPEN) return;
    lateFrames += 1;
    if (lateFrames > MOST_LATE_FRAMES) terminate();
  };
  for (const frame of ['message', 'ping', 'pong'] as const) socket.on(frame, countLate);
  /** Whether the client reads more slowly than we write. */
  const isFull = () => socket.bufferedAmount > MOST_BUFFERED_BYTES;
  const terminate = () => socket.terminate();
  /** Sends text if there is room; answers whether it did. */
  const sendText = (text: string): boolean => {
    if (socket.readyState !== socket.OPEN || isFull()) return false;
    socket.send(text);
    return true;
  };
  const send = (message: StreamMessage) => sendText(JSON.stringify(message));
  return {
    isFull,
    sendText,
    send,
    /** Starts the closing handshake with a truncated reason; a client that does not answer it is terminated. */
    close(code: number, reason: string): void {
      if (isFull()) terminate();
      else socket.close(code, closeReason(reason));
      setTimeout(terminate, CLOSING_MS).unref();
    },
    terminate,
    /** Notes a pong; false if it answers no ping. */
    notePong(): boolean {
      const isAsked = !isAnswered;
      isAnswered = true;
      return isAsked;
    },
    /**
     * Sends a heartbeat and a ping when they are due. Terminates a client that did not answer the last ping or that read
     * nothing for `stallMs`. `nowMs` is monotonic, `timeMs` the time of day.
     */
    heartbeat(nowMs: number, timeMs: number): void {
      fullSinceMs = isFull() ? (fullSinceMs ?? nowMs) : null;
      if (fullSinceMs !== null) {
        if (nowMs - fullSinceMs >= timing.stallMs) terminate();
        return;
      }
      if (nowMs - heartbeatAtMs >= timing.heartbeatMs) {
        heartbeatAtMs = nowMs;
        send({ type: 'heartbeat', timeMs });
      }
      if (nowMs - pingAtMs < timing.pingMs) return;
      if (!isAnswered) {
        terminate();
        return;
      }
      isAnswered = false;
      pingAtMs = nowMs;
      socket.ping();
    },
  };
}
