import type { WebSocket } from '@fastify/websocket';
import type { Resolution } from '@moneytrail/calendar';
import type { ExchangeName, StreamMessage } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from '../forming-bar.ts';
import type { Subscription } from '../live-instrument.ts';
import type { SubscriptionRegistry } from '../subscription-registry.ts';
import type { LiveTiming } from '../timing.ts';

export type OutboundDeps = {
  registry: SubscriptionRegistry;
  feedStates: () => Record<ExchangeName, boolean>;
  timing: Pick<LiveTiming, 'conflationMs'>;
  flushLoop: FlushLoop;
};

export type FlushLoop = ReturnType<typeof createFlushLoop>;

/** One instrument in one resolution, with the last snapshot sent. */
type Channel = {
  instrument: Instrument;
  resolution: Resolution;
  subscription: Subscription;
  sent: Snapshot | null;
  sentMs: number;
};

const FLUSH_MS = 50;
/** Pending changes of layouts for a slow client; beyond this number it reads the list again. */
const MOST_UNSENT_LAYOUTS = 50;

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
  /** Unsent revisions of layouts by id; null if the layout was removed. */
  readonly #unsentLayouts = new Map<number | null, number | null>();
  #unsentRights: string | null = null;
  #isClosed = false;

  constructor(deps: OutboundDeps, writer: SocketWriter) {
    this.#deps = deps;
    this.#writer = writer;
  }

  get channels(): ReadonlyMap<string, Pick<Channel, 'instrument' | 'resolution'>> {
    return this.#channels;
  }

  /** Starts to send an instrument's bars and quote in one resolution, and the state of its feed. */
  open(key: string, instrument: Instrument, resolution: Resolution): void {
    const subscription = this.#deps.registry.open(instrument, resolution, () => this.#wake());
    const sentMs = Number.NEGATIVE_INFINITY;
    this.#channels.set(key, { instrument, resolution, subscription, sent: null, sentMs });
    this.#unsentFeeds.add(instrument.exchange);
    this.#wake();
  }

  end(key: string): void {
    this.#channels.get(key)?.subscription.close();
    this.#channels.delete(key);
  }

  feedChanged(exchange: ExchangeName): void {
    const channels = [...this.#channels.values()];
    if (!channels.some(({ instrument }) => instrument.exchange === exchange)) return;
    this.#unsentFeeds.add(exchange);
    this.#wake();
  }

  /** A layout was saved, or removed if `revision` is null; `id` null means that changes may have been missed. */
  layoutChanged(id: number | null, revision: number | null): void {
    if (id === null || this.#unsentLayouts.size >= MOST_UNSENT_LAYOUTS) {
      this.#unsentLayouts.clear();
      this.#unsentLayouts.set(null, null);
    } else this.#unsentLayouts.set(id, revision);
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
      this.#writer.sendText(encodeUpdate(channel, channel.sent, snapshot));
      channel.sent = snapshot;
      channel.sentMs = nowMs;
    }
    return isWaiting;
  }

  close(): void {
    this.#isClosed = true;
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
      const isOffline = this.#deps.feedStates()[exchange];
      if (!this.#writer.send({ type: 'feed', exchange, isOffline })) return false;
      this.#unsentFeeds.delete(exchange);
    }
    if (this.#unsentRights !== null) {
      if (!this.#writer.send({ type: 'rights', version: this.#unsentRights })) return false;
      this.#unsentRights = null;
    }
    for (const [id, revision] of this.#unsentLayouts) {
      if (!this.#writer.send({ type: 'layout', id, revision })) return false;
      this.#unsentLayouts.delete(id);
    }
    return true;
  }
}

type Encoded = { withClosed?: string; without?: string };
const ENCODED = new WeakMap<Snapshot, Encoded>();

function encode(
  channel: { symbol: string; resolution: Resolution },
  snapshot: Snapshot,
  hasNewClosed: boolean,
): string {
  const known = ENCODED.get(snapshot) ?? {};
  const ready = hasNewClosed ? known.withClosed : known.without;
  if (ready !== undefined) return ready;
  const { bar, quote } = snapshot;
  const closed = hasNewClosed ? snapshot.closed : null;
  const update: StreamMessage = { type: 'update', ...channel, bar, closed, quote };
  const text = JSON.stringify(update);
  ENCODED.set(snapshot, { ...known, [hasNewClosed ? 'withClosed' : 'without']: text });
  return text;
}

/** Whether a bar was closed or corrected since a snapshot; the first stored bars do not count. */
function isNewlyClosed(sent: Snapshot, { closed }: Snapshot): boolean {
  if (!closed || closed === sent.closed) return false;
  return sent.closed !== null || sent.bar?.time === closed.time;
}

/**
 * The message from the last sent snapshot to a new one, encoded once for all browsers. It includes the bar that closed in
 * between, the newest of several.
 */
function encodeUpdate(
  { instrument, resolution }: { instrument: Instrument; resolution: Resolution },
  sent: Snapshot | null,
  snapshot: Snapshot,
): string {
  const hasNewClosed = sent !== null && isNewlyClosed(sent, snapshot);
  return encode({ symbol: instrument.ticker, resolution }, snapshot, hasNewClosed);
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
