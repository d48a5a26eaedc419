import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS, isMarketOpen, SECOND_MS, tradingDateOf } from '@moneytrail/calendar';
import {
  AppError,
  type ExchangeName,
  type PriceRow,
  type Quote,
  type StreamMessage,
  WATCHED_PRICES_MS,
} from '@moneytrail/contract';
import {
  BARS_WRITTEN,
  type InstrumentTick,
  SUBSCRIBED,
  type TickBus,
  ticksOf,
} from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import type { SteadyClock } from '../../steady-clock.ts';
import {
  type BarService,
  barsOf,
  type NewestStored,
  outlierDistance,
  readNewestStored,
  STORED_BARS_ONLY,
} from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { groupOf } from './feed-groups.ts';
import type { TokenFence } from './feed-states.ts';
import { EMPTY_FILTER, filterOutliers } from './forming-bar.ts';
import { newestPriceOf } from './newest-price.ts';

type PriceBoardDeps = {
  db: Db;
  bus: TickBus;
  bars: Pick<BarService, 'history'>;
  feeds: Record<ExchangeName, { readonly isSimulated: boolean }>;
  clock: Pick<SteadyClock, 'now' | 'observe'>;
  fence: TokenFence;
  log: {
    warn: (detail: Record<string, unknown>, message: string) => void;
    error: (detail: object, message: string) => void;
  };
};

export type PriceBoard = ReturnType<typeof createPriceBoard>;

/** A client's view of some instruments. */
export type Watch = { close: () => void };

/** Minutes that define the usual move of the price. */
const USUAL_MINUTES = 60;
/** Stored bars of a watched instrument are read again at most this often. */
const REREAD_MS = 5 * SECOND_MS;
/** The usual move is measured again after this time, as news may have made the market livelier. */
const REMEASURE_MS = HOUR_MS;
/** Viewers served before anything else has a turn, some milliseconds. */
const VIEWERS_A_SLICE = 20;

/** The price of one watched instrument: from ticks, and before the first one from stored bars. */
class WatchedPrice {
  readonly instrument: Instrument;
  viewerCount = 0;
  /** Stored bars have changed, or none were read yet. */
  isDue = true;
  readAtMs = Number.NEGATIVE_INFINITY;
  stored: NewestStored | null = null;
  /** Greater moves are outliers until the next tick confirms them; null while every price counts. */
  maxJump: number | null = null;
  measuredAtMs = Number.NEGATIVE_INFINITY;
  isChanged = false;
  readonly #unsubscribe: () => void;
  #filter = EMPTY_FILTER;
  #tick: Pick<Quote, 'price' | 'timeMs'> | null = null;
  #dayMs: number | null = null;
  #encoded: string | null = null;

  constructor(deps: Pick<PriceBoardDeps, 'bus' | 'clock' | 'fence'>, instrument: Instrument) {
    this.instrument = instrument;
    const from = { exchange: instrument.exchange, group: groupOf(instrument) };
    this.#unsubscribe = deps.bus.subscribe(
      ticksOf(instrument.id),
      ({ token, groupToken, ...tick }) => {
        if (!deps.fence(from, { token, groupToken })) return;
        deps.clock.observe(tick.timeMs);
        this.#receive(tick);
      },
    );
  }

  noteStored(stored: NewestStored): void {
    this.stored = stored;
    const lastPrice = this.#filter.lastPrice ?? stored.minutes.bars.at(-1)?.close ?? null;
    this.#filter = { ...this.#filter, lastPrice };
    this.#change();
  }

  /** The row as JSON, made once for all viewers; null while no price is known. */
  encoded(nowMs: number): string | null {
    if (this.#encoded !== null) return this.#encoded;
    const row = this.#row(nowMs);
    this.#encoded = row && JSON.stringify(row);
    return this.#encoded;
  }

  close(): void {
    this.#unsubscribe();
  }

  #receive(tick: InstrumentTick): void {
    const { hours } = this.instrument;
    if (!isMarketOpen(hours, tick.timeMs)) return;
    const { filter, accepted } = filterOutliers(this.#filter, tick, this.maxJump);
    this.#filter = filter;
    for (const { price, timeMs } of accepted) {
      if (this.#tick && timeMs < this.#tick.timeMs) continue;
      const dayMs = tradingDateOf(hours, timeMs - 1);
      if (this.#dayMs !== null && dayMs !== this.#dayMs) this.isDue = true;
      this.#dayMs = dayMs;
      const isNew = this.#tick?.price !== price;
      this.#tick = { price, timeMs };
      if (isNew) this.#change();
    }
  }

  #change(): void {
    this.#encoded = null;
    this.isChanged = true;
  }

  #row(nowMs: number): PriceRow | null {
    const { ticker: symbol, hours } = this.instrument;
    if (this.stored) {
      const newest = newestPriceOf(hours, { stored: this.stored, tick: this.#tick }, nowMs);
      if (!newest) return null;
      const { price, timeMs, previousClose } = newest;
      return { symbol, price, timeMs, previousClose };
    }
    return this.#tick && { symbol, ...this.#tick, previousClose: null };
  }
}

type Viewer = {
  ids: ReadonlySet<number>;
  /** Rows that the client does not have yet. */
  unsent: Set<number>;
  /** Answers whether there was room. */
  send: (text: string) => boolean;
};

type PricesHead = Pick<Extract<StreamMessage, { type: 'prices' }>, 'type'>;
const HEAD = `${JSON.stringify({ type: 'prices' } satisfies PricesHead).slice(0, -1)},"rows":[`;

/**
 * The newest prices of all instruments that stream clients of this process watch. Each instrument is followed once, each
 * changed row is encoded once, and each viewer gets one message a second at most.
 */
export function createPriceBoard(deps: PriceBoardDeps) {
  const { bus, clock, log } = deps;
  const prices = new Map<number, WatchedPrice>();
  const viewers = new Set<Viewer>();
  let timer: NodeJS.Timeout | undefined;
  let isServing = false;
  let isReading = false;
  let isMeasuring = false;
  const unsubscribe = bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution }) => {
    const watched = prices.get(instrumentId);
    if (watched && (resolution === '1D' || watched.stored === null)) watched.isDue = true;
  });

  /** A pass over all viewers, in slices: thousands of them would hold everything else up. */
  async function serve(): Promise<void> {
    isServing = true;
    const changed: number[] = [];
    for (const [id, watched] of prices) {
      if (!watched.isChanged) continue;
      watched.isChanged = false;
      changed.push(id);
    }
    let served = 0;
    try {
      for (const viewer of viewers) {
        for (const id of changed) if (viewer.ids.has(id)) viewer.unsent.add(id);
        sendTo(viewer);
        served += 1;
        if (served % VIEWERS_A_SLICE === 0) await nextTurn();
      }
    } catch (error) {
      log.error({ err: error }, 'watched prices were not sent');
    } finally {
      isServing = false;
    }
  }

  function sendTo(viewer: Viewer): void {
    if (viewer.unsent.size === 0) return;
    const nowMs = clock.now();
    const rows: string[] = [];
    for (const id of viewer.unsent) {
      const row = prices.get(id)?.encoded(nowMs);
      if (row) rows.push(row);
    }
    if (rows.length === 0 || viewer.send(`${HEAD}${rows.join(',')}]}`)) viewer.unsent.clear();
  }

  function run(): void {
    if (!isServing) void serve();
    if (!isReading) void readDue();
    if (!isMeasuring) void measureDue();
  }

  /** Reads the stored bars that are due, of all instruments together. */
  async function readDue(): Promise<void> {
    const nowMs = clock.now();
    const due = [...prices.values()].filter(
      ({ isDue, readAtMs }) => isDue && Math.abs(nowMs - readAtMs) >= REREAD_MS,
    );
    if (due.length === 0) return;
    isReading = true;
    for (const watched of due) {
      watched.isDue = false;
      watched.readAtMs = nowMs;
    }
    try {
      const known = new Map(
        due.flatMap(({ instrument, stored }) => (stored ? [[instrument.id, stored]] : [])),
      );
      const instruments = due.map(({ instrument }) => instrument);
      const stored = await readNewestStored(deps, instruments, known);
      for (const watched of due) {
        const found = stored.get(watched.instrument.id);
        if (found) watched.noteStored(found);
      }
    } catch (error) {
      for (const watched of due) watched.isDue = true;
      log.warn({ err: error }, 'stored bars of watched instruments were not read');
    } finally {
      isReading = false;
    }
  }

  /** Measures the usual moves of instruments with stored bars, one after the other. */
  async function measureDue(): Promise<void> {
    isMeasuring = true;
    for (const watched of prices.values()) {
      const nowMs = clock.now();
      const isDue = Math.abs(nowMs - watched.measuredAtMs) >= REMEASURE_MS;
      if (watched.stored === null || !isDue) continue;
      watched.measuredAtMs = nowMs;
      try {
        watched.maxJump = await usualMove(watched.instrument);
      } catch (error) {
        watched.measuredAtMs = nowMs - REMEASURE_MS + REREAD_MS;
        log.warn({ err: error }, 'the usual move of a watched instrument was not measured');
      }
      await nextTurn();
    }
    isMeasuring = false;
  }

  /** Null without stored minutes. */
  async function usualMove(instrument: Instrument): Promise<number | null> {
    const untilMs = Number.MAX_SAFE_INTEGER;
    const window = { fromMs: untilMs, toMs: untilMs, limit: USUAL_MINUTES };
    const minutes = { instrument, resolution: '1', ...window, countBack: USUAL_MINUTES } as const;
    try {
      const { columns } = await deps.bars.history(minutes, STORED_BARS_ONLY);
      return outlierDistance(barsOf(columns));
    } catch (error) {
      if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') return null;
      throw error;
    }
  }

  function follow(instrument: Instrument): boolean {
    const known = prices.get(instrument.id);
    const watched = known ?? new WatchedPrice(deps, instrument);
    watched.viewerCount += 1;
    prices.set(instrument.id, watched);
    return !known;
  }

  function unfollow(id: number): void {
    const watched = prices.get(id);
    if (!watched) return;
    watched.viewerCount -= 1;
    if (watched.viewerCount > 0) return;
    watched.close();
    prices.delete(id);
  }

  return {
    /** Sends the rows of instruments at first and whenever they change, at most once a second. */
    watch(instruments: readonly Instrument[], send: (text: string) => boolean): Watch {
      const ids = new Set(instruments.map(({ id }) => id));
      const added = instruments.filter(follow).map(({ id }) => id);
      if (added.length > 0) bus.publish(SUBSCRIBED, { instrumentIds: added });
      const viewer = { ids, unsent: new Set(ids), send };
      viewers.add(viewer);
      timer ??= setInterval(run, WATCHED_PRICES_MS).unref();
      let isOpen = true;
      return {
        close() {
          if (!isOpen) return;
          isOpen = false;
          viewers.delete(viewer);
          for (const { id } of instruments) unfollow(id);
          if (viewers.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
    /** Publishes the watched instruments to the owners of the feeds. */
    announce(): void {
      if (prices.size > 0) bus.publish(SUBSCRIBED, { instrumentIds: [...prices.keys()] });
    },
    close(): void {
      clearInterval(timer);
      unsubscribe();
      for (const watched of prices.values()) watched.close();
      prices.clear();
      viewers.clear();
    },
  };
}
