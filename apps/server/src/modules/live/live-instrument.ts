import { setTimeout as sleep } from 'node:timers/promises';
import {
  barTimeOf,
  isMarketOpen,
  MINUTE_MS,
  type Resolution,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Quote } from '@moneytrail/contract';
import type { KnownBar } from '@moneytrail/indicators';
import { type InstrumentTick, type TickBus, ticksOf } from '../../bus/index.ts';
import type { SteadyClock } from '../../steady-clock.ts';
import { type BarService, outlierDistance } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { groupOf } from './feed-groups.ts';
import type { TokenFence } from './feed-states.ts';
import {
  createFormingBar,
  EMPTY_FILTER,
  type FormingBar,
  filterOutliers,
  type OutlierFilter,
  type Snapshot,
} from './forming-bar.ts';
import { LiveQuote, type Newest, readNewest } from './live-quote.ts';

export type LiveInstrumentDeps = {
  bus: TickBus;
  bars: Pick<BarService, 'lastBars' | 'refreshTail'>;
  clock: Pick<SteadyClock, 'now' | 'observe'>;
  fence: TokenFence;
  log: { warn: (detail: Record<string, unknown>, message: string) => void };
};

/** A read that is repeated when it is due, never twice at once; after a failure it pauses. */
type RepeatedRead = { isDue: boolean; isRunning: boolean; notBeforeMs: number };

/** Opens with the first merge of stored bars. */
type Gate = { promise: Promise<void>; resolve: () => void };

type Series = {
  resolution: Resolution;
  forming: FormingBar;
  tail: RepeatedRead;
  /** Ticks of the forming bar may have been missed, so that only the feed knows all of it. */
  isBehind: boolean;
  subscribers: Set<{ onChange: () => void }>;
  loaded: Gate;
  idleSinceMs: number;
};

export type Subscription = {
  /** The newest state; null while nothing is known. The same object as long as nothing has changed. */
  snapshot: () => Snapshot | null;
  close: () => void;
};

const RETRY_MS = 5_000;
const FEED_RETRY_MS = 15_000;
/** After this time stored bars are shown without waiting for the feed. */
const FEED_WAIT_MS = 1_500;
/** A series without subscribers is kept for a while, so that returning clients cause no new questions to the feed. */
const IDLE_MS = MINUTE_MS;
/** Stored forming bars are at most a minute old. */
const REMEMBERED_MS = 75_000;
/** After this time a quote is shown although the newest price or the previous close has not been read. */
const QUOTE_WAIT_MS = 3_000;
const TAIL_BARS = 3;
/** Minutes that define the usual move of the price. */
const USUAL_MINUTES = 60;
/** The forming day, the one before, and a spare one for a date without trades. */
const PREVIOUS_DAYS = 3;
const CONTEXT_REFRESH_MS = 15 * MINUTE_MS;
/** A missing previous close is read again soon: vendors deliver it some time after the session. */
const UNKNOWN_CLOSE_MS = MINUTE_MS;

function newGate(): Gate {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const newRead = (): RepeatedRead => ({ isDue: true, isRunning: false, notBeforeMs: 0 });

/** An instrument with subscribers: its quote, and its forming bars in the subscribed resolutions. */
export class LiveInstrument {
  readonly instrument: Instrument;
  readonly #deps: LiveInstrumentDeps;
  readonly #series = new Map<Resolution, Series>();
  readonly #context = newRead();
  readonly #quote: LiveQuote;
  readonly #unsubscribe: () => void;
  readonly #followers = new Set<(tick: InstrumentTick) => void>();
  /** Until the usual move of the price is known, a misprint cannot be told from a price. */
  #isFilterReady = false;
  /** The newest ticks: a series that opens later knows them too. */
  #recent: InstrumentTick[] = [];
  /** Until the first read of the context a stored bar may be hours old, and the previous close is unknown. */
  #isQuoteRead = false;
  #contextReadMs: number;
  #filter: OutlierFilter = EMPTY_FILTER;
  #maxJump: number | null = null;

  constructor(deps: LiveInstrumentDeps, instrument: Instrument) {
    this.#deps = deps;
    this.instrument = instrument;
    this.#quote = new LiveQuote(instrument.hours);
    this.#contextReadMs = deps.clock.now();
    const from = { exchange: instrument.exchange, group: groupOf(instrument) };
    this.#unsubscribe = deps.bus.subscribe(
      ticksOf(instrument.id),
      ({ token, groupToken, ...tick }) => {
        if (deps.fence(from, { token, groupToken })) this.#receive(tick);
      },
    );
    void sleep(QUOTE_WAIT_MS, undefined, { ref: false }).then(() => this.#showQuote());
  }

  /** `onChange` is called whenever the snapshot of the resolution may have changed. */
  subscribe(resolution: Resolution, onChange: () => void): Subscription {
    const series = this.#series.get(resolution) ?? this.#open(resolution);
    const { forming, subscribers } = series;
    const subscriber = { onChange };
    subscribers.add(subscriber);
    this.#readDue();
    return {
      snapshot: () => forming.snapshot(this.#isQuoteRead ? this.#quote.current : null),
      close: () => {
        if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
        series.idleSinceMs = this.#deps.clock.now();
      },
    };
  }

  /**
   * Calls the listener with every accepted tick, in order, once misprints can be told; returns a function that ends it. The
   * instrument counts as subscribed meanwhile.
   */
  follow(onTick: (tick: InstrumentTick) => void): () => void {
    const subscription = this.subscribe('1', () => {});
    const follower = (tick: InstrumentTick) => onTick(tick);
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
      subscription.close();
    };
  }

  /** The states of the newest bars; the series stays open for a while. */
  states(resolution: Resolution): readonly KnownBar[] {
    this.subscribe(resolution, () => {}).close();
    return this.#series.get(resolution)?.forming.states() ?? [];
  }

  /** Resolves once the states of a resolution are known. */
  load(resolution: Resolution): Promise<void> {
    this.subscribe(resolution, () => {}).close();
    return this.#series.get(resolution)?.loaded.promise ?? Promise.resolve();
  }

  /** The quote as ticks made it; null before the first one. */
  get newestTick(): Quote | null {
    return this.#quote.isTicked ? this.#quote.current : null;
  }

  has(resolution: Resolution): boolean {
    return this.#series.has(resolution);
  }

  get hasSubscribers(): boolean {
    return this.#subscribed().length > 0;
  }

  /** Whether there have been no subscribers for a while. */
  get isIdle(): boolean {
    return this.#series.size === 0;
  }

  /** Closes bars by the clock, repeats due reads, and drops series that have been without subscribers for a while. */
  sweep(): void {
    const nowMs = this.#deps.clock.now();
    for (const [resolution, { subscribers, idleSinceMs }] of this.#series) {
      const isOver = subscribers.size === 0 && Math.abs(nowMs - idleSinceMs) >= IDLE_MS;
      if (isOver) this.#series.delete(resolution);
    }
    const isCloseKnown = (this.#quote.current?.previousClose ?? null) !== null;
    const refreshMs = isCloseKnown ? CONTEXT_REFRESH_MS : UNKNOWN_CLOSE_MS;
    if (nowMs - this.#contextReadMs > refreshMs) this.#context.isDue = true;
    this.#readDue();
    let hasClosed = false;
    for (const { forming } of this.#series.values()) {
      hasClosed = forming.closeByClock(nowMs) || hasClosed;
    }
    if (hasClosed) this.#notify();
  }

  /** Stored bars have changed: reads of them are due at the next sweep. */
  barsWritten(written: StoredResolution): void {
    const isOfContext = written === '1' || written === '1D';
    if (isOfContext && !this.#quote.isTicked) this.#context.isDue = true;
    for (const { resolution, tail } of this.#series.values()) {
      if (storedSourceOf(resolution) === written) tail.isDue = true;
    }
  }

  /** Messages may have been missed: all reads are due at the next sweep. */
  invalidate(): void {
    this.#context.isDue = true;
    for (const series of this.#series.values()) {
      series.tail.isDue = true;
      series.isBehind = true;
    }
  }

  /** The clock was ahead until now: bars that it closed form again, and the feed tells what they have missed. */
  clockWasAhead(): void {
    const nowMs = this.#deps.clock.now();
    this.#quote.restart();
    this.#recent = [];
    this.#contextReadMs = nowMs;
    for (const { forming, tail } of this.#series.values()) {
      forming.clockWasAhead(nowMs);
      tail.notBeforeMs = 0;
    }
    this.invalidate();
  }

  close(): void {
    this.#unsubscribe();
    this.#series.clear();
  }

  #open(resolution: Resolution): Series {
    const opened: Series = {
      resolution,
      forming: createFormingBar({ hours: this.instrument.hours, resolution }),
      tail: newRead(),
      isBehind: true,
      subscribers: new Set(),
      loaded: newGate(),
      idleSinceMs: 0,
    };
    for (const tick of this.#recent) opened.forming.fold(tick);
    this.#series.set(resolution, opened);
    return opened;
  }

  #subscribed(): Series[] {
    return [...this.#series.values()].filter(({ subscribers }) => subscribers.size > 0);
  }

  #notify(): void {
    for (const { subscribers } of this.#series.values()) {
      for (const { onChange } of [...subscribers]) onChange();
    }
  }

  #receive(tick: InstrumentTick): void {
    this.#deps.clock.observe(tick.timeMs);
    if (!isMarketOpen(this.instrument.hours, tick.timeMs)) return;
    const { filter, accepted } = filterOutliers(this.#filter, tick, this.#maxJump);
    this.#filter = filter;
    if (accepted.length > 0) this.#remember(accepted);
    for (const each of accepted) {
      if (this.#quote.noteTick(each)) this.#context.isDue = true;
      for (const { forming } of this.#series.values()) forming.fold(each);
    }
    if (accepted.length === 0) return;
    this.#notify();
    if (!this.#isFilterReady) return;
    for (const follower of [...this.#followers]) for (const each of accepted) follower(each);
  }

  #remember(ticks: readonly InstrumentTick[]): void {
    this.#recent.push(...ticks);
    const sinceMs = this.#deps.clock.now() - REMEMBERED_MS;
    const [oldest] = this.#recent;
    // Older ones are dropped together, so that a tick costs O(1).
    if (!oldest || oldest.timeMs >= sinceMs - REMEMBERED_MS) return;
    this.#recent = this.#recent.filter(({ timeMs }) => timeMs >= sinceMs);
  }

  #readDue(): void {
    const subscribed = this.#subscribed();
    if (subscribed.length > 0) {
      this.#read(this.#context, () => this.#readContext().finally(() => this.#showQuote()));
    }
    for (const series of subscribed) {
      this.#read(series.tail, () => this.#readTail(series));
    }
  }

  #read(repeated: RepeatedRead, read: () => Promise<void>): void {
    const { clock, log } = this.#deps;
    const nowMs = clock.now();
    if (!repeated.isDue || repeated.isRunning || nowMs < repeated.notBeforeMs) return;
    repeated.isDue = false;
    repeated.isRunning = true;
    read()
      .catch((error: unknown) => {
        repeated.isDue = true;
        repeated.notBeforeMs = nowMs + RETRY_MS;
        log.warn({ err: error, instrument: this.instrument.ticker }, 'stored bars were not read');
      })
      .finally(() => {
        repeated.isRunning = false;
      });
  }

  #newest(resolution: Resolution, count: number, untilMs?: number): Promise<Newest> {
    const until = untilMs === undefined ? {} : { untilMs };
    return readNewest(this.#deps, { instrument: this.instrument, resolution, count, ...until });
  }

  /** Reads the usual move of the price, the price before the first tick, and the previous close. */
  async #readContext(): Promise<void> {
    const [minutes, days] = await Promise.all([
      this.#newest('1', USUAL_MINUTES),
      this.#newest('1D', PREVIOUS_DAYS),
    ]);
    this.#contextReadMs = this.#deps.clock.now();
    this.#maxJump = outlierDistance(minutes.bars);
    this.#isFilterReady = true;
    const lastPrice = this.#filter.lastPrice ?? minutes.bars.at(-1)?.close ?? null;
    this.#filter = { ...this.#filter, lastPrice };
    this.#quote.noteStored('1', minutes);
    // Days come second, as of two equally new prices the day's close counts.
    this.#quote.noteStored('1D', days);
    if (!days.isWarned) this.#quote.noteDays(days);
    this.#notify();
    if (days.isWarned) await this.#readDaysBefore();
  }

  /** Shows the quote with all reads that have ended by now. */
  #showQuote(): void {
    if (this.#isQuoteRead) return;
    this.#isQuoteRead = true;
    this.#notify();
  }

  /** Without an answer of the feed for today, the days before may still be final in the store. */
  async #readDaysBefore(): Promise<void> {
    const { dayMs } = this.#quote;
    if (dayMs === null) return;
    const days = await this.#newest('1D', PREVIOUS_DAYS, dayMs);
    if (days.isWarned) return;
    this.#quote.noteDays(days);
    this.#notify();
  }

  async #readTail(series: Series): Promise<void> {
    const refreshed = series.isBehind ? this.#refresh(series) : null;
    if (refreshed) await Promise.race([refreshed, sleep(FEED_WAIT_MS, undefined, { ref: false })]);
    await this.#mergeTail(series);
    await refreshed;
  }

  /** Asks the feed for the whole forming bar. The answer is stored, which makes the read of the tail due. */
  async #refresh(series: Series): Promise<void> {
    const { instrument } = this;
    const { bars, clock } = this.#deps;
    const nowMs = clock.now();
    const { tail, resolution } = series;
    series.isBehind = false;
    if (!isMarketOpen(instrument.hours, nowMs)) return;
    const sinceMs = barTimeOf(instrument.hours, resolution, nowMs);
    try {
      await bars.refreshTail({ instrument, resolution: storedSourceOf(resolution), sinceMs });
    } catch {
      // The failure is logged by the reader of the feed.
      series.isBehind = true;
      tail.isDue = true;
      tail.notBeforeMs = nowMs + FEED_RETRY_MS;
    }
  }

  async #mergeTail({ resolution, forming, loaded }: Series): Promise<void> {
    const tail = await this.#newest(resolution, TAIL_BARS);
    forming.mergeTail(tail.bars, this.#deps.clock.now());
    loaded.resolve();
    this.#quote.noteStored(resolution, tail);
    this.#notify();
  }
}
