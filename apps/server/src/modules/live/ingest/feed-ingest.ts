import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import type { Feed, FeedHealth, LiveSource, Tick } from '@moneytrail/feeds';
import type { Logger } from 'pino';
import { feedStateOf, type TickBus, ticksOf } from '../../../bus/index.ts';
import type { Db } from '../../../db/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { SteadyClock } from '../../../steady-clock.ts';
import { type BarService, REPAIR_GAPS } from '../../bars/index.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import { runPeriodically } from '../run-periodically.ts';
import { isNewestLease } from '../store.ts';
import type { LiveTiming } from '../timing.ts';
import type { Lease } from './leader-election.ts';
import {
  createMissedBars,
  type MissedBars,
  type RefreshDeps,
  refreshSince,
  refreshTails,
} from './missed-bars.ts';
import { startReconciler } from './reconciler.ts';
import {
  followedInstruments,
  type SubscribedInstruments,
  subscribedFirst,
} from './subscribed-instruments.ts';

export type FeedIngestDeps = {
  bus: TickBus;
  bars: Pick<BarService, 'refreshTail'>;
  jobs: Pick<Jobs, 'enqueue'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  subscribed: SubscribedInstruments;
  clock: Pick<SteadyClock, 'now' | 'observe'>;
  lease: Lease;
  log: Logger;
  timing: LiveTiming;
};

/** A feed that fails is offline at the latest after this time. */
const LONGEST_DOUBT_MS = 10 * MINUTE_MS;
/** A price from the future would stop its bar until then; clocks differ by less. */
const MOST_AHEAD_MS = MINUTE_MS;
const REPAIR_AFTER_MS = 20 * SECOND_MS;

/**
 * Reads one feed for everybody: publishes its ticks and its state on the bus, stores closed bars, and after an outage
 * reads what was missed.
 */
export class FeedIngest {
  readonly #deps: FeedIngestDeps;
  readonly #feed: Feed;
  readonly #source: LiveSource;
  readonly #missed: MissedBars;
  readonly #unsubscribeHealth: () => void;
  readonly #stopAnnouncing: () => Promise<void>;
  readonly #stopReconciler: () => void;
  #followed = new Map<string, Instrument>();
  #offlineSinceMs: number | null;
  #isEnded = false;

  /** Begins at once. */
  constructor(deps: FeedIngestDeps, feed: Feed) {
    const { clock, log, timing } = deps;
    const { exchange } = feed;
    this.#deps = deps;
    this.#feed = feed;
    this.#offlineSinceMs = feed.health().isOffline ? clock.now() : null;
    const { bars } = deps;
    const fence = (transaction: Db) => isNewestLease(transaction, deps.lease);
    const reading: RefreshDeps = {
      ...{ bars, log, fence },
      isPointless: () => this.#isPointless(),
      isSubscribed: ({ id }) => deps.subscribed.has(id),
    };
    this.#missed = createMissedBars({ ...reading, instruments: () => this.#subscribedFirst() });
    this.#source = feed.live({
      onTick: (tick) => this.#publish(tick),
      onConnected: (sinceMs) => sinceMs !== null && this.#missed.missedSince(sinceMs),
      onDisconnected: (error) => log.warn({ err: error, exchange }, 'live prices stopped'),
    });
    this.#unsubscribeHealth = feed.onHealthChange((health) => this.#healthChanged(health));
    this.#stopReconciler = startReconciler(
      {
        clock,
        followed: () => [...this.#followed.values()],
        isSubscribed: reading.isSubscribed,
        refresh: (...round) => refreshTails(reading, ...round),
      },
      timing,
    );
    const onError = (error: unknown) => log.error({ err: error, exchange }, 'feed not announced');
    this.#stopAnnouncing = runPeriodically(timing.announceMs, () => this.#refresh(), onError);
    this.#catchUp(reading).catch(onError);
  }

  /** Ends it, the source before anything that is waited for; nothing is published or read after the call. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    const closed = this.#source.close();
    this.#stopReconciler();
    this.#unsubscribeHealth();
    await Promise.all([closed, this.#stopAnnouncing(), this.#missed.settled()]);
  }

  #isPointless(): boolean {
    return this.#isEnded || !this.#deps.lease.isHeld() || this.#feed.health().isOffline;
  }

  /** What the owner before us may have missed of the instruments with subscribers. */
  async #catchUp(reading: RefreshDeps): Promise<void> {
    const { clock, timing, subscribed } = this.#deps;
    const instruments = this.#subscribedFirst().filter(({ id }) => subscribed.has(id));
    await refreshSince(reading, instruments, clock.now() - 2 * timing.leaseMs);
  }

  #subscribedFirst(): Instrument[] {
    return subscribedFirst(this.#followed.values(), this.#deps.subscribed);
  }

  #publish({ code, ...tick }: Tick): void {
    const { bus, clock, lease, log } = this.#deps;
    const instrument = this.#followed.get(code);
    if (!instrument || this.#isEnded || !lease.isHeld()) return;
    if (tick.timeMs > clock.now() + MOST_AHEAD_MS) {
      log.warn({ instrument: instrument.ticker, timeMs: tick.timeMs }, 'a tick from the future');
      return;
    }
    clock.observe(tick.timeMs);
    bus.publish(ticksOf(instrument.id), { ...tick, token: lease.token });
  }

  #healthChanged({ isOffline, lastSuccessMs }: FeedHealth): void {
    this.#announce();
    if (isOffline) {
      const { exchange } = this.#feed;
      this.#deps.log.warn({ exchange, lastSuccessMs }, 'a feed is offline');
      const nowMs = this.#deps.clock.now();
      // It had been failing for a while before that was noticed.
      const silentSinceMs = Math.max(lastSuccessMs ?? nowMs, nowMs - LONGEST_DOUBT_MS);
      this.#offlineSinceMs ??= Math.min(silentSinceMs, nowMs);
    } else if (this.#offlineSinceMs !== null) {
      this.#missed.missedSince(this.#offlineSinceMs);
      this.#repairSince(this.#offlineSinceMs);
      this.#offlineSinceMs = null;
    }
  }

  /** What is missing still when the newest bars have been read is a job's. */
  #repairSince(sinceMs: number): void {
    const { clock, jobs, log } = this.#deps;
    const { exchange } = this.#feed;
    const when = { singletonKey: exchange, startAfterMs: clock.now() + REPAIR_AFTER_MS };
    jobs
      .enqueue(REPAIR_GAPS, { back: { exchange, sinceMs } }, when)
      .catch((error: unknown) => log.error({ err: error, exchange }, 'no repair is planned'));
  }

  #announce(): void {
    const { bus, lease } = this.#deps;
    const { exchange } = this.#feed;
    if (this.#isEnded || !lease.isHeld()) return;
    const { isOffline } = this.#feed.health();
    bus.publish(feedStateOf(exchange), { exchange, isOffline, token: lease.token });
  }

  /** Follows what is enabled by now, and publishes the state again for those who came late. */
  #refresh(): void {
    const { catalogue, clock } = this.#deps;
    const wanted = followedInstruments(catalogue, this.#feed.exchange, clock.now());
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
}
