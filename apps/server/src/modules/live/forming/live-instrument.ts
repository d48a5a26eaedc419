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
import { type InstrumentTick, type TickBus, ticksOf } from '../../../bus/index.ts';
import type { SteadyClock } from '../../../steady-clock.ts';
import { type BarService, outlierDistance } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { TokenFence } from '../feed-states.ts';
import { EMPTY_FILTER, filterOutliers, type OutlierFilter } from './filter-outliers.ts';
import { createFormingBar, type FormingBar, type Snapshot } from './forming-bar.ts';
import { createLiveQuote, type LiveQuote } from './live-quote.ts';
import { type Newest, readNewest } from './read-newest.ts';

export type LiveInstrumentDeps = {
  bus: TickBus;
  bars: Pick<BarService, 'lastBars' | 'refreshTail'>;
  clock: Pick<SteadyClock, 'now' | 'observe'>;
  fence: TokenFence;
  log: { warn: (detail: Record<string, unknown>, message: string) => void };
};

/** A reading that is repeated when it is out of date, never twice at once; a failed one is retried after a while. */
type Reading = { isDue: boolean; isRunning: boolean; notBeforeMs: number };
type Series = {
  resolution: Resolution;
  forming: FormingBar;
  tail: Reading;
  /** Ticks since the start of its bar may have been missed: only the feed knows them all. */
  isBehind: boolean;
  subscribers: Set<{ onNews: () => void }>;
  /** When the last subscriber left. */
  idleSinceMs: number;
};

/** A subscription to one instrument in one resolution. */
export type Subscription = {
  /** The newest state; null before anything is known. The same object as long as nothing changed. */
  snapshot: () => Snapshot | null;
  close: () => void;
};

const RETRY_MS = 5_000;
const FEED_RETRY_MS = 15_000;
/** What is stored is shown when the feed takes longer. */
const PATIENCE_MS = 1_500;
/** A series without subscribers is kept: who comes back, again and again, does not have the feed asked anew. */
const IDLE_MS = 30_000;
const TAIL_BARS = 3;
/** Minutes that show how far the price usually moves. */
const USUAL_MINUTES = 60;
/** The forming day, the one before, and one to spare where a date was not traded. */
const PREVIOUS_DAYS = 3;
const CONTEXT_REFRESH_MS = 15 * MINUTE_MS;
/** The close of the day before is looked for again: a vendor brings it some time after the session. */
const UNKNOWN_CLOSE_MS = MINUTE_MS;

const newReading = (): Reading => ({ isDue: true, isRunning: false, notBeforeMs: 0 });

/** An instrument with subscribers: its quote, and its forming bars in the resolutions that are subscribed. */
export class LiveInstrument {
  readonly instrument: Instrument;
  readonly #deps: LiveInstrumentDeps;
  readonly #series = new Map<Resolution, Series>();
  readonly #context = newReading();
  readonly #quote: LiveQuote;
  readonly #unsubscribe: () => void;
  #contextReadMs: number;
  #filter: OutlierFilter = EMPTY_FILTER;
  #maxJump: number | null = null;

  constructor(deps: LiveInstrumentDeps, instrument: Instrument) {
    this.#deps = deps;
    this.instrument = instrument;
    this.#quote = createLiveQuote(instrument.hours);
    this.#contextReadMs = deps.clock.now();
    this.#unsubscribe = deps.bus.subscribe(ticksOf(instrument.id), ({ token, ...tick }) => {
      if (deps.fence(instrument.exchange, token)) this.#receive(tick);
    });
  }

  /** `onNews` is called whenever the snapshot of the resolution may have changed. */
  subscribe(resolution: Resolution, onNews: () => void): Subscription {
    const series = this.#series.get(resolution) ?? this.#open(resolution);
    const { forming, subscribers } = series;
    const subscriber = { onNews };
    subscribers.add(subscriber);
    this.#readDue();
    return {
      snapshot: () => forming.snapshot(this.#quote.current()),
      close: () => {
        if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
        series.idleSinceMs = this.#deps.clock.now();
      },
    };
  }

  /** The quote as ticks made it; null before the first one. */
  get newestTick(): Quote | null {
    return this.#quote.isTicked() ? this.#quote.current() : null;
  }

  get hasSubscribers(): boolean {
    return this.#subscribed().length > 0;
  }

  /** Whether nobody has subscribed for a while. */
  get isIdle(): boolean {
    return this.#series.size === 0;
  }

  /** Closes bars by the clock, reads again what is out of date, and drops what nobody has subscribed to for a while. */
  sweep(): void {
    const nowMs = this.#deps.clock.now();
    for (const [resolution, { subscribers, idleSinceMs }] of this.#series) {
      const isOver = subscribers.size === 0 && Math.abs(nowMs - idleSinceMs) >= IDLE_MS;
      if (isOver) this.#series.delete(resolution);
    }
    const isCloseKnown = (this.#quote.current()?.previousClose ?? null) !== null;
    const refreshMs = isCloseKnown ? CONTEXT_REFRESH_MS : UNKNOWN_CLOSE_MS;
    if (nowMs - this.#contextReadMs > refreshMs) this.#context.isDue = true;
    this.#readDue();
    let hasClosed = false;
    for (const { forming } of this.#series.values()) {
      hasClosed = forming.closeByClock(nowMs) || hasClosed;
    }
    if (hasClosed) this.#notify();
  }

  /** Stored bars changed: what is built from them is read again at the next sweep. */
  barsWritten(written: StoredResolution): void {
    const isOfContext = written === '1' || written === '1D';
    if (isOfContext && !this.#quote.isTicked()) this.#context.isDue = true;
    for (const { resolution, tail } of this.#series.values()) {
      if (storedSourceOf(resolution) === written) tail.isDue = true;
    }
  }

  /** Something may have been missed: everything stored is read again at the next sweep. */
  invalidate(): void {
    this.#context.isDue = true;
    for (const series of this.#series.values()) {
      series.tail.isDue = true;
      series.isBehind = true;
    }
  }

  /** The clock was ahead until now: what was closed by it is begun again from the stored bars. */
  restart(): void {
    this.#quote.restart();
    this.#contextReadMs = this.#deps.clock.now();
    for (const { forming, tail } of this.#series.values()) {
      forming.reset();
      tail.notBeforeMs = 0;
    }
    this.invalidate();
  }

  close(): void {
    this.#unsubscribe();
    this.#series.clear();
  }

  #open(resolution: Resolution): Series {
    const forming = createFormingBar({ hours: this.instrument.hours, resolution });
    const subscribers: Series['subscribers'] = new Set();
    const asked = { tail: newReading(), isBehind: true, idleSinceMs: 0 };
    const opened = { resolution, forming, subscribers, ...asked };
    this.#series.set(resolution, opened);
    return opened;
  }

  #subscribed(): Series[] {
    return [...this.#series.values()].filter(({ subscribers }) => subscribers.size > 0);
  }

  #readDue(): void {
    const subscribed = this.#subscribed();
    if (subscribed.length > 0) this.#read(this.#context, () => this.#readContext());
    for (const series of subscribed) {
      this.#read(series.tail, () => this.#readTail(series));
    }
  }

  #read(reading: Reading, read: () => Promise<void>): void {
    const { clock, log } = this.#deps;
    const nowMs = clock.now();
    if (!reading.isDue || reading.isRunning || nowMs < reading.notBeforeMs) return;
    reading.isDue = false;
    reading.isRunning = true;
    read()
      .catch((error: unknown) => {
        reading.isDue = true;
        reading.notBeforeMs = nowMs + RETRY_MS;
        log.warn({ err: error, instrument: this.instrument.ticker }, 'stored bars were not read');
      })
      .finally(() => {
        reading.isRunning = false;
      });
  }

  #notify(): void {
    for (const { subscribers } of this.#series.values()) {
      for (const { onNews } of [...subscribers]) onNews();
    }
  }

  #receive(tick: InstrumentTick): void {
    this.#deps.clock.observe(tick.timeMs);
    if (!isMarketOpen(this.instrument.hours, tick.timeMs)) return;
    const { filter, accepted } = filterOutliers(this.#filter, tick, this.#maxJump);
    this.#filter = filter;
    for (const each of accepted) {
      if (this.#quote.noteTick(each)) this.#context.isDue = true;
      for (const { forming } of this.#series.values()) forming.fold(each);
    }
    if (accepted.length > 0) this.#notify();
  }

  #newest(resolution: Resolution, count: number, untilMs?: number): Promise<Newest> {
    const until = untilMs === undefined ? {} : { untilMs };
    return readNewest(this.#deps, { instrument: this.instrument, resolution, count, ...until });
  }

  /** How far the price usually moves, the price before the first tick, and the close of the day before. */
  async #readContext(): Promise<void> {
    const [minutes, days] = await Promise.all([
      this.#newest('1', USUAL_MINUTES),
      this.#newest('1D', PREVIOUS_DAYS),
    ]);
    this.#contextReadMs = this.#deps.clock.now();
    this.#maxJump = outlierDistance(minutes.bars);
    const lastPrice = this.#filter.lastPrice ?? minutes.bars.at(-1)?.close ?? null;
    this.#filter = { ...this.#filter, lastPrice };
    this.#quote.noteStored('1', minutes);
    // Of two as new as each other the day's close counts.
    this.#quote.noteStored('1D', days);
    if (!days.isWarned) this.#quote.noteDays(days);
    this.#notify();
    if (days.isWarned) await this.#readDaysBefore();
  }

  /** The feed does not answer for today: for the days before it may have answered long ago. */
  async #readDaysBefore(): Promise<void> {
    const dayMs = this.#quote.dayMs();
    if (dayMs === null) return;
    const days = await this.#newest('1D', PREVIOUS_DAYS, dayMs);
    if (days.isWarned) return;
    this.#quote.noteDays(days);
    this.#notify();
  }

  async #readTail(series: Series): Promise<void> {
    const refreshed = series.isBehind ? this.#refresh(series) : null;
    if (refreshed) await Promise.race([refreshed, sleep(PATIENCE_MS, undefined, { ref: false })]);
    await this.#mergeTail(series);
    await refreshed;
  }

  /** Has the feed asked for the whole forming bar; what it tells is stored, and read again then. */
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
      // That the feed fails is told where it is read from.
      series.isBehind = true;
      tail.isDue = true;
      tail.notBeforeMs = nowMs + FEED_RETRY_MS;
    }
  }

  async #mergeTail({ resolution, forming }: Series): Promise<void> {
    const tail = await this.#newest(resolution, TAIL_BARS);
    forming.mergeTail(tail.bars, this.#deps.clock.now());
    this.#quote.noteStored(resolution, tail);
    this.#notify();
  }
}
