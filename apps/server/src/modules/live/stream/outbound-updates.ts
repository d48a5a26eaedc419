import type { Resolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from '../forming/forming-bar.ts';
import type { Subscription } from '../forming/live-instrument.ts';
import type { SubscriptionRegistry } from '../forming/subscription-registry.ts';
import type { LiveTiming } from '../timing.ts';
import { encodeUpdate } from './encode-update.ts';
import type { SocketWriter } from './socket-writer.ts';

export type OutboundDeps = {
  registry: SubscriptionRegistry;
  feedStates: () => Record<ExchangeName, boolean>;
  timing: Pick<LiveTiming, 'conflationMs'>;
  flushLoop: FlushLoop;
};

/** Sends what clients are still owed: at once where it is due, else again and again until nothing waits. */
export type FlushLoop = {
  wake: (outbound: OutboundUpdates) => void;
  forget: (outbound: OutboundUpdates) => void;
  stop: () => void;
};

/** One instrument in one resolution, and what was sent of it last. */
type Channel = {
  instrument: Instrument;
  resolution: Resolution;
  subscription: Subscription;
  sent: Snapshot | null;
  sentMs: number;
};

const FLUSH_MS = 50;
/** Changes of layouts that wait for a client who reads slowly; of more he reads the list again. */
const MOST_UNSENT_LAYOUTS = 50;

/** A loop whose memory is one entry a client, however many updates there are. */
export function createFlushLoop(monotonicMs: () => number): FlushLoop {
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
    wake(outbound) {
      if (waiting.has(outbound) || !outbound.flush(monotonicMs())) return;
      waiting.add(outbound);
      arm();
    },
    forget: (outbound) => void waiting.delete(outbound),
    stop() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** What one browser is still to be sent, conflated: the newest state alone, as soon as it is due and there is room. */
export class OutboundUpdates {
  readonly #deps: OutboundDeps;
  readonly #writer: SocketWriter;
  readonly #channels = new Map<string, Channel>();
  readonly #unsentFeeds = new Set<ExchangeName>();
  /** The newest revisions of layouts that were not told yet; null once one was removed. */
  readonly #unsentLayouts = new Map<number | null, number | null>();
  #unsentRights: string | null = null;
  #isClosed = false;

  constructor(deps: OutboundDeps, writer: SocketWriter) {
    this.#deps = deps;
    this.#writer = writer;
  }

  /** What is subscribed, by the key it was opened under. */
  get channels(): ReadonlyMap<string, Pick<Channel, 'instrument' | 'resolution'>> {
    return this.#channels;
  }

  /** Sends an instrument's bars and quote in one resolution from now on, and the state of its feed. */
  open(key: string, instrument: Instrument, resolution: Resolution): void {
    const subscription = this.#deps.registry.open(instrument, resolution, () => this.#wake());
    const sentMs = Number.NEGATIVE_INFINITY;
    this.#channels.set(key, { instrument, resolution, subscription, sent: null, sentMs });
    this.#unsentFeeds.add(instrument.exchange);
    this.#wake();
  }

  /** Ends a channel; one that is not open is none. */
  end(key: string): void {
    this.#channels.get(key)?.subscription.close();
    this.#channels.delete(key);
  }

  /** The state of a feed changed. */
  feedChanged(exchange: ExchangeName): void {
    const channels = [...this.#channels.values()];
    if (!channels.some(({ instrument }) => instrument.exchange === exchange)) return;
    this.#unsentFeeds.add(exchange);
    this.#wake();
  }

  /** A layout was saved or, without a revision, removed; without an id some such change may have been missed. */
  layoutChanged(id: number | null, revision: number | null): void {
    if (id === null || this.#unsentLayouts.size >= MOST_UNSENT_LAYOUTS) {
      this.#unsentLayouts.clear();
      this.#unsentLayouts.set(null, null);
    } else this.#unsentLayouts.set(id, revision);
    this.#wake();
  }

  /** The rights have another version. */
  rightsChanged(version: string): void {
    this.#unsentRights = version;
    this.#wake();
  }

  /** Sends what is due; whether something still waits, for its time or for a client that reads slowly. */
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

  /** Closes every channel; nothing is sent any more. */
  close(): void {
    this.#isClosed = true;
    for (const { subscription } of this.#channels.values()) subscription.close();
    this.#channels.clear();
    this.#deps.flushLoop.forget(this);
  }

  #wake(): void {
    this.#deps.flushLoop.wake(this);
  }

  /** Sends what is no channel's; whether there was room for all of it. */
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
