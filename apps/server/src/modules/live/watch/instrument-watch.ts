import {
  isMarketOpen,
  type Resolution,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import { type InstrumentTick, type TickBus, ticksOf } from '../../../bus/index.ts';
import type { BarService } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { OPEN_SCREEN, type Screen, screenTick } from '../forming/screen-tick.ts';
import { believableJump } from '../forming/true-range.ts';
import { createLoader, type Loader } from './loader.ts';
import { nextQuote } from './next-quote.ts';
import { createSeries, type Series, type Snapshot } from './series.ts';
import { previousCloseOf, storedQuote } from './stored-quote.ts';
import { tailBars } from './tail-bars.ts';

export type WatchDeps = {
  bus: TickBus;
  bars: Pick<BarService, 'lastBars'>;
  clock: { now: () => number };
  log: { warn: (detail: Record<string, unknown>, message: string) => void };
};

type Watched = { series: Series; loader: Loader };

const TAIL_BARS = 3;
/** Minutes that tell how far the price usually moves. */
const USUAL_MINUTES = 60;
/** The forming day, the one before, and one to spare where a date was not traded. */
const PREVIOUS_DAYS = 3;
const USUAL_REFRESH_MS = 15 * 60_000;

/** One instrument that somebody looks at: its quote, and its forming bars in the resolutions looked at. */
export class InstrumentWatch {
  readonly instrument: Instrument;
  readonly #deps: WatchDeps;
  readonly #watched = new Map<Resolution, Watched>();
  readonly #usual: Loader;
  readonly #leaveTicks: () => void;
  #usualReadMs: number;
  #screen: Screen = OPEN_SCREEN;
  #maxJump: number | null = null;
  #quote: Quote | null = null;
  /** Whether the source itself tells the close of the day before. */
  #isPreviousCloseTold = false;

  constructor(deps: WatchDeps, instrument: Instrument) {
    this.#deps = deps;
    this.instrument = instrument;
    this.#usualReadMs = deps.clock.now();
    this.#usual = this.#loader(() => this.#readUsual());
    this.#leaveTicks = deps.bus.subscribe(ticksOf(instrument.id), (tick) => this.#take(tick));
  }

  /** Adds a listener, called whenever the snapshot of the resolution may have changed; returns what removes it. */
  add(resolution: Resolution, listener: () => void): () => void {
    const { series } = this.#watched.get(resolution) ?? this.#open(resolution);
    series.listeners.add(listener);
    return () => {
      series.listeners.delete(listener);
      if (series.listeners.size === 0) this.#watched.delete(resolution);
    };
  }

  /** Null before anything is known. */
  snapshot(resolution: Resolution): Snapshot | null {
    return this.#watched.get(resolution)?.series.snapshot(this.#quote) ?? null;
  }

  get isIdle(): boolean {
    return this.#watched.size === 0;
  }

  /** Ends bars by the clock and reads again what is out of date. */
  sweep(): void {
    const nowMs = this.#deps.clock.now();
    if (nowMs - this.#usualReadMs > USUAL_REFRESH_MS) this.#usual.invalidate();
    this.#usual.run(nowMs);
    let hasEnded = false;
    for (const { series, loader } of this.#watched.values()) {
      loader.run(nowMs);
      hasEnded = series.closeByClock(nowMs) || hasEnded;
    }
    if (hasEnded) this.#notify();
  }

  /** Stored bars changed: the series built from them are read again at the next sweep. */
  barsWritten(resolution: StoredResolution): void {
    for (const { series, loader } of this.#watched.values()) {
      if (storedSourceOf(series.resolution) === resolution) loader.invalidate();
    }
  }

  close(): void {
    this.#leaveTicks();
    this.#watched.clear();
  }

  #loader(load: () => Promise<void>): Loader {
    const instrument = this.instrument.ticker;
    return createLoader(load, (error) =>
      this.#deps.log.warn({ err: error, instrument }, 'stored bars were not read'),
    );
  }

  #open(resolution: Resolution): Watched {
    const series = createSeries(this.instrument, resolution);
    const opened = { series, loader: this.#loader(() => this.#readTail(series)) };
    this.#watched.set(resolution, opened);
    const nowMs = this.#deps.clock.now();
    opened.loader.run(nowMs);
    this.#usual.run(nowMs);
    return opened;
  }

  #notify(): void {
    for (const { series } of this.#watched.values()) {
      for (const listener of [...series.listeners]) listener();
    }
  }

  #take(tick: InstrumentTick): void {
    if (!isMarketOpen(this.instrument.hours, tick.timeMs)) return;
    const { screen, accepted } = screenTick(this.#screen, tick, this.#maxJump);
    this.#screen = screen;
    for (const believed of accepted) {
      this.#quote = nextQuote(this.#quote, believed);
      this.#isPreviousCloseTold ||= believed.previousClose !== undefined;
      for (const { series } of this.#watched.values()) series.fold(believed);
    }
    if (accepted.length > 0) this.#notify();
  }

  async #read(resolution: Resolution, count: number): Promise<Bar[]> {
    const { instrument } = this;
    return tailBars((await this.#deps.bars.lastBars({ instrument, resolution, count })).columns);
  }

  /** Before the first tick the last stored close is the price. */
  #startQuote(resolution: Resolution, bars: readonly Bar[], nowMs: number): void {
    const last = bars.at(-1);
    if (last) this.#quote ??= storedQuote(this.instrument, resolution, last, nowMs);
  }

  async #readUsual(): Promise<void> {
    const [minutes, days] = await Promise.all([
      this.#read('1', USUAL_MINUTES),
      this.#read('1D', PREVIOUS_DAYS),
    ]);
    const nowMs = this.#deps.clock.now();
    this.#usualReadMs = nowMs;
    this.#maxJump = believableJump(minutes);
    const lastPrice = this.#screen.lastPrice ?? minutes.at(-1)?.close ?? null;
    this.#screen = { ...this.#screen, lastPrice };
    this.#startQuote('1', minutes, nowMs);
    this.#startQuote('1D', days, nowMs);
    if (this.#quote && !this.#isPreviousCloseTold) {
      const previousClose = previousCloseOf(this.instrument, days, this.#quote);
      this.#quote = { ...this.#quote, previousClose };
    }
    this.#notify();
  }

  async #readTail(series: Series): Promise<void> {
    const tail = await this.#read(series.resolution, TAIL_BARS);
    const nowMs = this.#deps.clock.now();
    series.mergeTail(tail, nowMs);
    this.#startQuote(series.resolution, tail, nowMs);
    this.#notify();
  }
}
