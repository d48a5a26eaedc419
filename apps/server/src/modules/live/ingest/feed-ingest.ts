import { barTimeOf, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { Feed, FeedHealth, LiveSource, Tick } from '@moneytrail/feeds';
import type { Logger } from 'pino';
import { feedStateOf, type TickBus, ticksOf } from '../../../bus/index.ts';
import type { BarService } from '../../bars/index.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import { repeat } from '../repeat.ts';
import type { LiveTiming } from '../timing.ts';
import { followedInstruments } from './followed.ts';
import { createGapRepair, type GapRepair } from './gap-repair.ts';
import { startReconciler } from './reconciler.ts';
import { type RefreshDeps, refreshTails } from './refresh-tails.ts';
import { startUpkeep, type Upkeep, watchedFirst } from './upkeep.ts';
import type { WatchedInstruments } from './watched-instruments.ts';

export type FeedIngestDeps = {
  bus: TickBus;
  bars: Pick<BarService, 'refreshTail' | 'upkeep'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  watched: WatchedInstruments;
  clock: { now: () => number };
  random: () => number;
  log: Logger;
  timing: LiveTiming;
};

/** A feed that fails is offline at the latest after this time. */
const LONGEST_DOUBT_MS = 10 * 60_000;
/** A price from the future would stop its bar until then; clocks differ by less. */
const MOST_AHEAD_MS = 60_000;

/**
 * Reads one feed for everybody: live prices onto the bus, its state onto the bus, closed bars into the store, and
 * after a silence what was missed; it looks after what is stored.
 */
export class FeedIngest {
  readonly #deps: FeedIngestDeps;
  readonly #feed: Feed;
  readonly #source: LiveSource;
  readonly #repair: GapRepair;
  readonly #leaveHealth: () => void;
  readonly #stopAnnouncing: () => Promise<void>;
  readonly #stopReconciler: () => void;
  readonly #upkeep: Upkeep;
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
    const isPointless = () => this.#isEnded || feed.health().isOffline;
    this.#repair = createGapRepair({
      ...deps,
      isPointless,
      instruments: () => this.#watchedFirst(),
    });
    this.#source = feed.live({
      onTick: (tick) => this.#publish(tick),
      onConnected: (sinceMs) => sinceMs !== null && this.#repair.missedSince(sinceMs),
      onDisconnected: (error) => log.warn({ err: error, exchange }, 'live prices stopped'),
    });
    this.#leaveHealth = feed.onHealthChange((health) => this.#healthChanged(health));
    this.#stopReconciler = startReconciler(
      {
        clock,
        followed: () => [...this.#followed.values()],
        isWatched: ({ id }) => deps.watched.has(id),
        refresh: (...job) => refreshTails(this.#refreshDeps(), ...job),
      },
      timing,
    );
    const onError = (error: unknown) => log.error({ err: error, exchange }, 'feed not announced');
    this.#stopAnnouncing = repeat(timing.announceMs, () => this.#refresh(), onError);
    const caughtUp = () => this.#repair.settled();
    const followed = () => this.#followed;
    this.#upkeep = startUpkeep({ ...deps, followed, isPointless, caughtUp }, exchange);
    this.#catchUp().catch(onError);
  }

  /** Ends it; nothing is published or read after. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    this.#stopReconciler();
    this.#leaveHealth();
    await this.#stopAnnouncing();
    await this.#upkeep.stop();
    await this.#source.close();
    await this.#repair.settled();
  }

  #refreshDeps(): RefreshDeps {
    const { bars, log } = this.#deps;
    const isPointless = () => this.#isEnded || this.#feed.health().isOffline;
    return { bars, log, isPointless };
  }

  /** What the owner before us may have missed of the instruments that somebody looks at. */
  async #catchUp(): Promise<void> {
    const { clock, timing, watched } = this.#deps;
    const sinceMs = clock.now() - 2 * timing.leaseMs;
    const instruments = this.#watchedFirst().filter(({ id }) => watched.has(id));
    for (const resolution of STORED_RESOLUTIONS) {
      await refreshTails(this.#refreshDeps(), instruments, resolution, ({ hours }) =>
        barTimeOf(hours, resolution, sinceMs),
      );
    }
  }

  #watchedFirst(): Instrument[] {
    return watchedFirst([...this.#followed.values()], this.#deps.watched);
  }

  #publish({ code, ...tick }: Tick): void {
    const { bus, clock, log } = this.#deps;
    const instrument = this.#followed.get(code);
    if (!instrument) return;
    if (tick.timeMs > clock.now() + MOST_AHEAD_MS) {
      log.warn({ instrument: instrument.ticker, timeMs: tick.timeMs }, 'a tick from the future');
      return;
    }
    bus.publish(ticksOf(instrument.id), tick);
  }

  #healthChanged({ isOffline, lastSuccessMs }: FeedHealth): void {
    this.#announce();
    if (isOffline) {
      const nowMs = this.#deps.clock.now();
      // It had been failing for a while before that was believed.
      const unheardSinceMs = Math.max(lastSuccessMs ?? nowMs, nowMs - LONGEST_DOUBT_MS);
      this.#offlineSinceMs ??= Math.min(unheardSinceMs, nowMs);
    } else if (this.#offlineSinceMs !== null) {
      this.#repair.missedSince(this.#offlineSinceMs);
      this.#upkeep.feedIsBack(this.#offlineSinceMs);
      this.#offlineSinceMs = null;
    }
  }

  #announce(): void {
    const { exchange } = this.#feed;
    const { isOffline } = this.#feed.health();
    this.#deps.bus.publish(feedStateOf(exchange), { exchange, isOffline });
  }

  /** Follows what is enabled by now, and says the state again for those who came late. */
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
