import { setTimeout as sleep } from 'node:timers/promises';
import {
  barTimeOf,
  MINUTE_MS,
  SECOND_MS,
  STORED_RESOLUTIONS,
  type StoredResolution,
} from '@moneytrail/calendar';
import {
  type Feed,
  type FeedHealth,
  isHeldBack,
  type LiveSource,
  type Tick,
} from '@moneytrail/feeds';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { feedStateOf, SUBSCRIBED, type TickBus, ticksOf } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { SteadyClock } from '../../steady-clock.ts';
import { type BarService, REPAIR_GAPS } from '../bars/index.ts';
import { type Catalogue, hasEnded, type Instrument } from '../catalogue/index.ts';
import { groupOf } from './feed-groups.ts';
import type { Lease } from './lease.ts';
import { isNewestLease } from './lease-store.ts';
import { startReconciler } from './reconciler.ts';
import { runPeriodically } from './run-periodically.ts';
import type { LiveTiming } from './timing.ts';

type FeedIngestDeps = {
  bus: TickBus;
  bars: Pick<BarService, 'refreshTail'>;
  jobs: Pick<Jobs, 'enqueue'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  subscribed: SubscribedInstruments;
  clock: Pick<SteadyClock, 'now' | 'observe'>;
  log: Logger;
  timing: LiveTiming;
};

/** The instruments that stream clients of any process subscribe to. */
type SubscribedInstruments = ReturnType<typeof trackSubscribed>;

/** A failing feed is offline within this time. */
const LONGEST_DOUBT_MS = 10 * MINUTE_MS;
/** A tick from the future would stop its bar until then; clocks differ by less than this. */
const MOST_AHEAD_MS = MINUTE_MS;
const REPAIR_AFTER_MS = 20 * SECOND_MS;
const MOST_READS_AT_ONCE = 4;

/** Tracks the subscriptions that api processes announce every `announceMs`; those not announced for `forgetMs` are dropped. */
export function trackSubscribed(
  { bus, clock }: { bus: TickBus; clock: { monotonicMs: () => number } },
  { announceMs, forgetMs }: { announceMs: number; forgetMs: number },
) {
  const announcedMs = new Map<number, number>();
  const close = bus.subscribe(SUBSCRIBED, ({ instrumentIds }) => {
    const nowMs = clock.monotonicMs();
    for (const id of instrumentIds) announcedMs.set(id, nowMs);
    for (const [id, ms] of announcedMs) if (nowMs - ms > forgetMs) announcedMs.delete(id);
  });
  return {
    has: (instrumentId: number): boolean =>
      clock.monotonicMs() - (announcedMs.get(instrumentId) ?? Number.NEGATIVE_INFINITY) <= forgetMs,
    /** Resolves once every process has announced its subscriptions. */
    complete: sleep<void>(2 * announceMs, undefined, { ref: false }),
    close,
  };
}

/**
 * Reads the groups of a feed that this process owns, for all processes: publishes their ticks and state on the bus, stores
 * closed bars, and reads missed bars after an outage. One live source serves all groups. Starts at once.
 */
export class FeedIngest {
  readonly #deps: FeedIngestDeps;
  readonly #feed: Feed;
  readonly #source: LiveSource;
  readonly #unsubscribeHealth: () => void;
  readonly #stopAnnouncing: () => Promise<void>;
  readonly #stopReconciler: () => void;
  /** Time of the last read of a series' newest bars, by instrument and resolution. */
  readonly #refreshedMs = new Map<string, number>();
  /** Leases of the owned groups, by group. */
  readonly #leases = new Map<number, Lease>();
  #followed = new Map<string, Instrument>();
  /** The number of instruments to follow in all groups of the feed. */
  #feedSize = 0;
  #offlineSinceMs: number | null;
  /** Bars since this moment were missed and are still to be read. */
  #missedSinceMs: number | null = null;
  #readingMissed: Promise<void> = Promise.resolve();
  #isReadingMissed = false;
  #isEnded = false;

  constructor(deps: FeedIngestDeps, feed: Feed) {
    const { clock, log, timing } = deps;
    const { exchange } = feed;
    this.#deps = deps;
    this.#feed = feed;
    this.#offlineSinceMs = feed.health().isOffline ? clock.now() : null;
    this.#source = feed.live({
      onTick: (tick) => this.#publish(tick),
      onConnected: (sinceMs) => sinceMs !== null && this.#missed(sinceMs),
      onDisconnected: (error) => log.warn({ err: error, exchange }, 'live prices stopped'),
    });
    this.#unsubscribeHealth = feed.onHealthChange((health) => this.#healthChanged(health));
    this.#stopReconciler = startReconciler(
      {
        clock,
        followed: () => [...this.#followed.values()],
        feedSize: () => this.#feedSize,
        isSubscribed: ({ id }) => deps.subscribed.has(id),
        refresh: (...round) => this.#refreshTails(...round),
      },
      timing,
    );
    const onError = (error: unknown) =>
      log.error({ err: error, exchange }, 'the state of the feed was not announced');
    this.#stopAnnouncing = runPeriodically(timing.announceMs, () => this.#follow(), onError);
  }

  /** Reads another group, and the bars that its previous owner may have missed. */
  own(lease: Lease): void {
    this.#leases.set(lease.group, lease);
    this.#follow();
    this.#catchUp(lease).catch((error: unknown) =>
      this.#deps.log.error({ err: error, exchange: lease.exchange }, 'bars were not read again'),
    );
  }

  /** Stops the reading of a group; nothing of it is published afterwards. */
  disown(group: number): void {
    this.#leases.delete(group);
    if (!this.#isEnded) this.#follow();
  }

  /** Whether no group is left. */
  get isIdle(): boolean {
    return this.#leases.size === 0;
  }

  /** Closes the live source first; nothing is published or read after the call. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    const closed = this.#source.close();
    this.#stopReconciler();
    this.#unsubscribeHealth();
    await Promise.all([closed, this.#stopAnnouncing(), this.#readingMissed]);
  }

  /** The lease of an instrument's group; undefined unless this process owns it. */
  #leaseOf(instrument: Instrument): Lease | undefined {
    const lease = this.#leases.get(groupOf(instrument));
    return lease?.isHeld() ? lease : undefined;
  }

  #publish({ code, ...tick }: Tick): void {
    const { bus, clock, log } = this.#deps;
    const instrument = this.#followed.get(code);
    const lease = instrument && this.#leaseOf(instrument);
    if (!lease || this.#isEnded) return;
    if (tick.timeMs > clock.now() + MOST_AHEAD_MS) {
      log.warn({ instrument: instrument.ticker, timeMs: tick.timeMs }, 'a tick from the future');
      return;
    }
    clock.observe(tick.timeMs);
    const { token, groupToken } = lease;
    bus.publish(ticksOf(instrument.id), { ...tick, token, groupToken });
  }

  #healthChanged({ isOffline, lastSuccessMs }: FeedHealth): void {
    this.#announce();
    if (isOffline) {
      const { exchange } = this.#feed;
      this.#deps.log.warn({ exchange, lastSuccessMs }, 'a feed is offline');
      const nowMs = this.#deps.clock.now();
      // The feed had been failing for a while before it counted as offline.
      const silentSinceMs = Math.max(lastSuccessMs ?? nowMs, nowMs - LONGEST_DOUBT_MS);
      this.#offlineSinceMs ??= Math.min(silentSinceMs, nowMs);
    } else if (this.#offlineSinceMs !== null) {
      this.#missed(this.#offlineSinceMs);
      this.#repairSince(this.#offlineSinceMs);
      this.#offlineSinceMs = null;
    }
  }

  /** Follows the enabled instruments, contracts until their last day, and announces the state for late subscribers. */
  #follow(): void {
    const { catalogue, clock } = this.#deps;
    const nowMs = clock.now();
    const all = catalogue.enabled(this.#feed.exchange).filter((each) => !hasEnded(each, nowMs));
    const wanted = all.filter((each) => this.#leases.has(groupOf(each)));
    this.#feedSize = all.length;
    const isSame =
      wanted.length === this.#followed.size && wanted.every(({ code }) => this.#followed.has(code));
    this.#followed = new Map(wanted.map((instrument) => [instrument.code, instrument]));
    if (!isSame) {
      this.#source.follow(
        wanted.map(({ code, type, hours }) => ({ code, type, marketHours: hours.id })),
      );
    }
    this.#announce();
  }

  #announce(): void {
    const { exchange } = this.#feed;
    const held = [...this.#leases.values()].filter(({ isHeld }) => isHeld());
    const [first] = held;
    if (this.#isEnded || !first) return;
    const { isOffline } = this.#feed.health();
    const groups = held.map(({ group, groupToken }) => ({ group, groupToken }));
    const state = { exchange, isOffline, token: first.token, groups };
    this.#deps.bus.publish(feedStateOf(exchange), state);
  }

  /** Plans a job that repairs the gaps left after the newest bars have been read. */
  #repairSince(sinceMs: number): void {
    const { clock, jobs, log } = this.#deps;
    const { exchange } = this.#feed;
    const when = { singletonKey: exchange, startAfterMs: clock.now() + REPAIR_AFTER_MS };
    jobs
      .enqueue(REPAIR_GAPS, { back: { exchange, sinceMs } }, when)
      .catch((error: unknown) =>
        log.error({ err: error, exchange }, 'the repair of gaps was not enqueued'),
      );
  }

  /** Reads bars that the previous owner of a group may have missed, for instruments with subscribers. */
  async #catchUp({ group, unreadMs }: Lease): Promise<void> {
    const { clock, subscribed } = this.#deps;
    const sinceMs = clock.now() - unreadMs;
    await subscribed.complete;
    const instruments = [...this.#followed.values()].filter(
      (each) => groupOf(each) === group && subscribed.has(each.id),
    );
    await this.#refreshSince(instruments, sinceMs);
  }

  /** Reads the bars since a moment, in the background; while one read runs, the next one waits. */
  #missed(sinceMs: number): void {
    this.#missedSinceMs = Math.min(sinceMs, this.#missedSinceMs ?? sinceMs);
    if (!this.#isReadingMissed) this.#readingMissed = this.#readMissed();
  }

  async #readMissed(): Promise<void> {
    this.#isReadingMissed = true;
    try {
      while (this.#missedSinceMs !== null && !this.#isPointless()) {
        const sinceMs = this.#missedSinceMs;
        this.#missedSinceMs = null;
        await this.#refreshSince(this.#subscribedFirst(), sinceMs);
        // If the feed went away during the read, the next one starts from the same moment.
        if (this.#isPointless()) {
          this.#missedSinceMs = Math.min(sinceMs, this.#missedSinceMs ?? sinceMs);
        }
      }
    } finally {
      this.#isReadingMissed = false;
    }
  }

  /** Whether reading makes no sense: the feed is offline or no longer ours. */
  #isPointless(): boolean {
    const holdsAny = [...this.#leases.values()].some(({ isHeld }) => isHeld());
    return this.#isEnded || !holdsAny || this.#feed.health().isOffline;
  }

  #subscribedFirst(): Instrument[] {
    const rank = ({ id }: Instrument) => (this.#deps.subscribed.has(id) ? 0 : 1);
    return [...this.#followed.values()].sort((a, b) => rank(a) - rank(b));
  }

  /** Reads every stored resolution again. Only minutes with subscribers are urgent: the bar that closes next needs them. */
  async #refreshSince(instruments: readonly Instrument[], sinceMs: number): Promise<void> {
    const { subscribed } = this.#deps;
    for (const resolution of STORED_RESOLUTIONS) {
      const barMs = ({ hours }: Instrument) => barTimeOf(hours, resolution, sinceMs);
      const isUrgent = ({ id }: Instrument) => resolution === '1' && subscribed.has(id);
      await this.#refreshTails(instruments, resolution, barMs, isUrgent);
    }
  }

  /**
   * Reads the newest bars of instruments again and stores them: urgent ones first, then those not read for longest. A
   * failure at one does not stop the others, but a used-up limit does. Those that are not urgent leave room in the vendor's
   * limit for readers.
   */
  async #refreshTails(
    instruments: readonly Instrument[],
    resolution: StoredResolution,
    sinceMs: (instrument: Instrument) => number,
    isUrgent = ({ id }: Instrument) => this.#deps.subscribed.has(id),
  ): Promise<void> {
    const { bars, log } = this.#deps;
    const queue = new PQueue({ concurrency: MOST_READS_AT_ONCE });
    let isLimitReached = false;
    const nameOf = ({ id }: Instrument) => `${id}/${resolution}`;
    const refresh = async (instrument: Instrument) => {
      const lease = this.#leaseOf(instrument);
      if (!lease || this.#isPointless() || isLimitReached) return;
      // A later owner of the group writes newer bars, which ours must not overwrite.
      const fence = (transaction: Db) => isNewestLease(transaction, lease);
      const priority = isUrgent(instrument) ? 'reader' : 'newest';
      const since = { sinceMs: sinceMs(instrument), fence, priority } as const;
      try {
        await bars.refreshTail({ instrument, resolution, ...since });
        this.#refreshedMs.set(nameOf(instrument), this.#deps.clock.now());
      } catch (error) {
        // The others would be held back as well; the next round begins with them.
        if (isHeldBack(error)) isLimitReached = true;
        else {
          log.warn({ err: error, instrument: instrument.ticker, resolution }, 'bars not refreshed');
        }
      }
    };
    const rank = (instrument: Instrument) =>
      isUrgent(instrument)
        ? Number.NEGATIVE_INFINITY
        : (this.#refreshedMs.get(nameOf(instrument)) ?? 0);
    const inTurn = instruments.toSorted((a, b) =>
      rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b)),
    );
    await queue.addAll(inTurn.map((instrument) => () => refresh(instrument)));
  }
}
