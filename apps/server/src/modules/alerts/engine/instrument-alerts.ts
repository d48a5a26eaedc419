import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AlertMemory,
  barsToRead,
  computeAhead,
  createAlertRun,
  isOfTicks,
  readsStudy,
  silenceOf,
  silentSinceMs,
  ThresholdIndex,
} from '@moneytrail/alerts';
import {
  barTimeOf,
  DAY_MS,
  isMarketOpen,
  MINUTE_MS,
  type Resolution,
  SECOND_MS,
  STORED_RESOLUTIONS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { InstrumentTick } from '../../../bus/index.ts';
import { NO_BARS } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { AlertRow } from '../alert-store.ts';
import {
  barAtMoment,
  closeBars,
  evaluatedUntilMs,
  type Fired,
  OVERDUE_MS,
  openSeries,
  type PlacedBar,
  readSeries,
  type Series,
  type Watched,
} from './bar-series.ts';
import {
  type Gap,
  gapBefore,
  isAfterPause,
  minuteOf,
  minuteStartOf,
  missedTicks,
  noteSeen,
  type Wick,
  wicksOf,
} from './missed-minutes.ts';
import type { ClosedBars, WantedBars } from './read-closed-bars.ts';
import type { AlertsState, Cursor } from './store-firings.ts';
import { createStoredMinutes } from './stored-minutes.ts';

export type InstrumentAlertsDeps = {
  clock: { now: () => number };
  closedBars: (wanted: WantedBars) => Promise<ClosedBars>;
  isSimulated: boolean;
  sleep: (ms: number) => Promise<void>;
  /** Stores firings and the state that follows them; false if that could not be done, so that nothing more may be evaluated. */
  store: (fired: readonly Fired[], state: AlertsState) => Promise<boolean>;
  log: { warn: (detail: Record<string, unknown>, message: string) => void };
};

/** A firing that is found this much later is told as late. */
const LATE_MS = 30 * SECOND_MS;
/** A process that sweeps later than this stood still. */
const STOOD_STILL_MS = 10 * SECOND_MS;
/** Prices and bars that were missed longer ago are not evaluated. */
const LONGEST_MISSED_MS = 7 * DAY_MS;

const NO_GAPS: readonly Gap[] = [];

const needsBars = ({ definition }: AlertRow) =>
  !silenceOf(definition) &&
  (definition.trigger.kind === 'barClose' ||
    definition.conditions.some((each) => !isOfTicks(each) || each.kind === 'level'));

/**
 * Follows the alerts of one instrument, in the process that reads its feed: each tick, and each closed bar, in order. Work
 * is done one piece after the other, so that a firing is stored before what comes after it is looked at.
 */
export class InstrumentAlerts {
  readonly instrument: Instrument;
  readonly #deps: InstrumentAlertsDeps;
  readonly #watched = new Map<number, Watched>();
  readonly #series = new Map<Resolution, Series>();
  readonly #minutes: ReturnType<typeof createStoredMinutes>;
  readonly #thresholds = new ThresholdIndex<Watched>();
  /** Alerts that must be looked at with the next tick: new ones, and those whose conditions hold. */
  readonly #looking = new Set<Watched>();
  /** Alerts on the feed's silence. */
  readonly #ofSilence = new Set<Watched>();
  /** The arrival of the last new price; a process that stood still may have missed some until it went on. */
  #heardMs = 0;
  #sweptMs = Number.NEGATIVE_INFINITY;
  #cursor: Cursor | null;
  /** Minutes in which ticks may have been missed, until their bars have been looked into. */
  #gaps: Gap[];
  /** The next look into gaps although no minute was stored. */
  #gapsDueMs = 0;
  #isLookPlanned = false;
  /** Ticks before the first one may have been missed. */
  #isFirst = true;
  #storedCursor: Cursor | null;
  #ticks: InstrumentTick[] = [];
  #work: Promise<void> = Promise.resolve();
  /** Pieces of work that are planned or under way. */
  #pending = 0;
  #isPumping = false;
  #isClosed = false;
  #isLost = false;

  constructor(deps: InstrumentAlertsDeps, instrument: Instrument, cursor: Cursor | null) {
    this.#deps = deps;
    this.#minutes = createStoredMinutes(deps);
    this.instrument = instrument;
    // A price of another source proves no crossing.
    this.#cursor = cursor?.isSimulated === deps.isSimulated ? cursor : null;
    this.#storedCursor = this.#cursor;
    this.#gaps = [...(this.#cursor?.gaps ?? [])];
  }

  /** The alerts that are followed here, by their ids. */
  get ids(): Iterable<number> {
    return this.#watched.keys();
  }

  /** Whether firings could not be stored: the instrument must be followed anew, from the stored state. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The revision of an alert that is followed here. */
  revisionOf(id: number): number | undefined {
    return this.#watched.get(id)?.row.revision;
  }

  /** Adds an alert, or replaces it by what its owner has made of it. */
  set(row: AlertRow): void {
    const known = this.#watched.get(row.id);
    if (known?.row.revision === row.revision) return;
    if (known) this.remove(row.id);
    const { definition } = row;
    const run = createAlertRun({ definition, hours: this.instrument.hours }, row.memory);
    const series = this.#seriesOf(definition.resolution);
    const nowMs = this.#deps.clock.now();
    const closedMs = Math.max(this.#cursor?.closedMs ?? nowMs, nowMs - LONGEST_MISSED_MS);
    const evaluatedMs = Math.max(row.activated_ms, closedMs);
    const watched = { row, run, series, stored: row.memory, isNew: true, evaluatedMs };
    this.#watched.set(row.id, watched);
    series.all.add(watched);
    if (needsBars(row)) {
      series.readers.add(watched);
      const count = barsToRead(definition);
      if (count > series.count) Object.assign(series, { count, isAsked: false });
      series.dueMs = 0;
    }
    if (silenceOf(definition)) this.#ofSilence.add(watched);
    else this.#looking.add(watched);
    this.#index(watched);
  }

  remove(id: number): void {
    const watched = this.#watched.get(id);
    if (!watched) return;
    this.#watched.delete(id);
    this.#looking.delete(watched);
    this.#ofSilence.delete(watched);
    this.#thresholds.set(watched, []);
    const { series } = watched;
    series.all.delete(watched);
    series.readers.delete(watched);
    if (series.all.size === 0) this.#series.delete(series.market.resolution);
  }

  /** Takes a tick; those that come while earlier work waits are taken in order. */
  receive(tick: InstrumentTick): void {
    if (this.#isClosed) return;
    if (!this.#cursor || tick.timeMs > this.#cursor.timeMs) this.#heardMs = this.#deps.clock.now();
    this.#ticks.push(tick);
    this.#pump();
  }

  /** Stored bars of a resolution have changed. */
  barsWritten(source: StoredResolution): void {
    const nowMs = this.#deps.clock.now();
    for (const series of this.#series.values()) {
      if (storedSourceOf(series.market.resolution) === source && nowMs >= series.closesMs) {
        this.#planRead(series);
      }
    }
    if (source !== '1') return;
    this.#minutes.written();
    this.#planLook(nowMs);
  }

  /** Looks for bars of which no notice came, and for silence; called about every second. */
  sweep(): void {
    const nowMs = this.#deps.clock.now();
    if (nowMs - this.#sweptMs > STOOD_STILL_MS) this.#heardMs = nowMs;
    this.#sweptMs = nowMs;
    if (this.#ofSilence.size > 0) this.#listen(nowMs);
    for (const series of this.#series.values()) if (nowMs >= series.dueMs) this.#planRead(series);
    if (nowMs >= this.#gapsDueMs) this.#planLook(nowMs);
  }

  /** Notices may have been lost: looks for all bars. */
  lookAgain(): void {
    for (const source of STORED_RESOLUTIONS) this.barsWritten(source);
  }

  /** The state, if it has changed since it was stored and nothing is under way. `noteStored` must follow once it is stored. */
  takeState(): AlertsState | null {
    if (this.#pending > 0 || this.#isClosed) return null;
    if (this.#cursor && this.#cursor === this.#storedCursor) return null;
    const state = this.#changedState();
    return state.cursor || state.memories.size > 0 ? state : null;
  }

  noteStored({ cursor, memories }: AlertsState): void {
    this.#storedCursor = cursor;
    for (const [id, { activation, memory }] of memories) {
      const watched = this.#watched.get(id);
      if (watched?.row.activation === activation) watched.stored = memory;
    }
  }

  /** The state could not be stored: evaluates nothing more. */
  lose(): void {
    this.#isLost = true;
    this.#end();
  }

  /** Ends everything; resolves once no work is under way. */
  async close(): Promise<void> {
    this.#end();
    await this.#work;
  }

  #end(): void {
    this.#isClosed = true;
    this.#ticks = [];
    this.#minutes.close();
  }

  #seriesOf(resolution: Resolution): Series {
    const known = this.#series.get(resolution);
    if (known) return known;
    const opened = openSeries(this.instrument.hours, resolution);
    this.#series.set(resolution, opened);
    return opened;
  }

  /** Sorts in the prices that the alert waits for. */
  #index(watched: Watched): void {
    const { run, series } = watched;
    const { time } = series.bar ?? this.#moveTo(series, this.#deps.clock.now());
    this.#thresholds.set(watched, run.bordersAt(time, series.columns.length));
  }

  /** Runs work after everything before it; a failure is logged and does not stop what follows. */
  #enqueue(work: () => Promise<void>): void {
    this.#pending += 1;
    this.#work = this.#work
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((error: unknown) =>
        this.#deps.log.warn(
          { err: error, instrument: this.instrument.ticker },
          'alerts were not evaluated',
        ),
      )
      .finally(() => {
        this.#pending -= 1;
      });
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    this.#enqueue(async () => {
      try {
        for (let tick = this.#ticks.shift(); tick; tick = this.#ticks.shift()) {
          const waits = this.#take(tick);
          if (waits) await waits;
        }
      } finally {
        this.#isPumping = false;
      }
    });
  }

  #planRead(series: Series): void {
    if (series.isPlanned || series.readers.size === 0) return;
    series.isPlanned = true;
    this.#enqueue(() => this.#readClosed(series).finally(() => (series.isPlanned = false)));
  }

  #planLook(nowMs: number): void {
    if (this.#isLookPlanned || !this.#gaps.some(({ toMs }) => nowMs >= toMs)) return;
    this.#isLookPlanned = true;
    this.#gapsDueMs = nowMs + OVERDUE_MS;
    this.#enqueue(() => this.#lookIntoGaps().finally(() => (this.#isLookPlanned = false)));
  }

  /** Plans the firings of alerts whose silence lasts long enough; it counts from the opening and while prices are received. */
  #listen(nowMs: number): void {
    const { hours } = this.instrument;
    if (this.#isPumping || !isMarketOpen(hours, nowMs)) return;
    for (const watched of this.#ofSilence) {
      const { row, run } = watched;
      const waitMs = MINUTE_MS * (silenceOf(row.definition)?.minutes ?? Number.POSITIVE_INFINITY);
      if (nowMs - this.#heardMs < waitMs || nowMs < row.activated_ms) continue;
      const sinceMs = silentSinceMs(hours, this.#cursor?.timeMs ?? row.activated_ms, nowMs);
      if (nowMs - sinceMs < waitMs || run.memory.silentSinceMs === sinceMs) continue;
      this.#enqueue(() => this.#tellSilence(watched, sinceMs, nowMs));
    }
  }

  /** Nothing fires before a price is known. */
  async #tellSilence(watched: Watched, sinceMs: number, nowMs: number): Promise<void> {
    const { row, run, series } = watched;
    const price = this.#cursor?.price ?? (await this.#minutes.lastPrice());
    if (price === undefined || !this.#ofSilence.has(watched)) return;
    const { time: barTime } = this.#moveTo(series, nowMs);
    const occurrence = run.fellSilent({ sinceMs, timeMs: nowMs, barTime, price });
    if (!occurrence) return;
    await this.#store([{ row, occurrence, memory: run.memory, bar: null, late: null }]);
  }

  /** Evaluates a tick; returns a promise only if something must be awaited. */
  #take(tick: InstrumentTick): Promise<void> | null {
    const cursor = this.#cursor;
    // Repeated or replayed prices say nothing new.
    if (cursor && tick.timeMs < cursor.timeMs) return null;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!cursor) return this.#evaluate(tick, null);
    if (isAfterPause(cursor, tick, isFirst)) return this.#takeAfterPause(tick, cursor, isFirst);
    if (isFirst) this.#openGap(tick, cursor, minuteStartOf(cursor.timeMs));
    return this.#evaluate(tick, null);
  }

  async #takeAfterPause(tick: InstrumentTick, cursor: Cursor, isFirst: boolean): Promise<void> {
    const wholeUntilMs = await this.#catchUp(cursor, tick.timeMs);
    if (this.#isClosed) return;
    this.#openGap(tick, cursor, Math.min(wholeUntilMs, minuteStartOf(tick.timeMs)));
    // A tick after quiet minutes comes as soon as it can; one after missed minutes may be late.
    const isLate = isFirst || this.#cursor !== cursor;
    const late = isLate ? { fromMs: cursor.timeMs, toMs: tick.timeMs } : null;
    await this.#evaluate(tick, late);
  }

  /** Minutes from one on that are not or partly seen: their bars are looked into once they have closed. */
  #openGap(tick: InstrumentTick, before: Cursor, fromMs: number): void {
    const last = this.#cursor ?? before;
    this.#gaps.push(gapBefore(tick, last, { fromMs, sinceMs: before.timeMs }));
  }

  /** Evaluates extremes of gaps whose minutes are stored by now. */
  async #lookIntoGaps(): Promise<void> {
    const nowMs = this.#deps.clock.now();
    const fired: Fired[] = [];
    const left: Gap[] = [];
    for (const gap of this.#gaps) {
      const { columns, wholeUntilMs } =
        nowMs < gap.toMs ? { columns: NO_BARS, wholeUntilMs: 0 } : await this.#minutes.of(gap);
      if (wholeUntilMs >= gap.toMs) {
        const late = { fromMs: gap.sinceMs, toMs: gap.untilMs };
        for (const wick of wicksOf(gap, columns)) this.#lookAtWick(wick, late, fired);
      } else if (nowMs - gap.toMs < LONGEST_MISSED_MS) left.push(gap);
    }
    this.#gaps = left;
    // The stored cursor names the gaps that remain.
    if (this.#cursor) this.#cursor = { ...this.#cursor, gaps: left };
    if (fired.length > 0) await this.#store(fired);
  }

  /** The price went to an extreme beyond those seen and back. */
  #lookAtWick({ timeMs, seen, path }: Wick, late: Fired['late'], fired: Fired[]): void {
    const [before, furthest, after] = path;
    const [low, high] = [Math.min(seen, furthest), Math.max(seen, furthest)];
    for (const { row, run, series } of this.#thresholds.between(low, high)) {
      if (timeMs < row.activated_ms) continue;
      const barTime = barTimeOf(this.instrument.hours, series.market.resolution, timeMs);
      const place = { timeMs, fromBarTime: barTime, barTime, closed: series.columns.length };
      for (const [from, price] of [
        [before, furthest],
        [furthest, after],
      ] as const) {
        const move = { from, price, high: Math.max(from, price), low: Math.min(from, price) };
        const occurrence = run.priceMoved({ ...place, move });
        if (occurrence) fired.push({ row, occurrence, memory: run.memory, bar: null, late });
      }
    }
  }

  #evaluate(tick: InstrumentTick, late: Fired['late']): Promise<void> | null {
    const { timeMs, price } = tick;
    const cursor = this.#cursor;
    const [high, low] = [Math.max(tick.high ?? price, price), Math.min(tick.low ?? price, price)];
    const from = cursor?.price ?? null;
    for (const series of this.#series.values()) this.#moveTo(series, timeMs);
    const passed = this.#thresholds.between(
      Math.min(from ?? price, low),
      Math.max(from ?? price, high),
    );
    const fired: Fired[] = [];
    const look = (watched: Watched) => {
      const { run, row, series } = watched;
      // Snoozed, or made after this price.
      if (timeMs < row.activated_ms) return;
      watched.isNew = false;
      const barTime = series.bar?.time ?? Number.NaN;
      const occurrence = run.priceMoved({
        timeMs,
        fromBarTime: cursor
          ? barTimeOf(this.instrument.hours, series.market.resolution, cursor.timeMs)
          : barTime,
        barTime,
        closed: series.columns.length,
        move: { from, price, high, low },
      });
      if (occurrence) fired.push({ row, occurrence, memory: run.memory, bar: null, late });
      if (run.looksFromMs === null) this.#looking.delete(watched);
      else this.#looking.add(watched);
    };
    for (const watched of passed) look(watched);
    if (this.#looking.size > 0) {
      for (const watched of [...this.#looking]) {
        const { looksFromMs } = watched.run;
        const isDue = looksFromMs !== null && timeMs >= looksFromMs;
        if (isDue || (watched.isNew && !passed.includes(watched))) look(watched);
      }
    }
    noteSeen(this.#gaps, { timeMs, high, low });
    this.#advance(timeMs, { price, high, low });
    return fired.length === 0 ? null : this.#store(fired);
  }

  /** Moves to the bar of a moment; in another bar, lines of drawings have other prices. */
  #moveTo(series: Series, timeMs: number): PlacedBar {
    const before = series.bar;
    const bar = barAtMoment(series.market, before, timeMs);
    if (bar === before) return bar;
    series.bar = bar;
    for (const watched of series.all) {
      const isMoving = watched.row.definition.conditions.some(({ kind }) => kind === 'drawing');
      if (isMoving) this.#index(watched);
    }
    return bar;
  }

  #advance(
    timeMs: number,
    { price, high, low }: { price: number; high: number; low: number },
  ): void {
    const cursor = this.#cursor;
    const isSameMinute = cursor !== null && minuteOf(cursor.timeMs) === minuteOf(timeMs);
    this.#cursor = {
      timeMs,
      price,
      high: isSameMinute ? Math.max(cursor.high, high) : high,
      low: isSameMinute ? Math.min(cursor.low, low) : low,
      closedMs: cursor?.closedMs ?? this.#deps.clock.now(),
      isSimulated: this.#deps.isSimulated,
      gaps: this.#gaps.length === 0 ? NO_GAPS : this.#gaps.map((gap) => ({ ...gap })),
    };
  }

  /** Evaluates the closed minutes after the last tick, in order; answers until when all were there. */
  async #catchUp(cursor: Cursor, untilMs: number): Promise<number> {
    const { clock } = this.#deps;
    const fromMs = Math.max(cursor.timeMs, untilMs - LONGEST_MISSED_MS);
    const { columns, wholeUntilMs } = await this.#minutes.missed(fromMs, minuteStartOf(untilMs));
    if (this.#isClosed) return wholeUntilMs;
    const isLate = clock.now() - cursor.timeMs > LATE_MS;
    const late = isLate ? { fromMs: cursor.timeMs, toMs: clock.now() } : null;
    for (const tick of missedTicks({ ...cursor, timeMs: fromMs }, columns, untilMs)) {
      await this.#evaluate(tick, late);
      if (this.#isClosed) break;
    }
    return Math.max(wholeUntilMs, minuteStartOf(fromMs));
  }

  /** Reads the closed bars of a resolution and evaluates those that are new. */
  async #readClosed(series: Series): Promise<void> {
    await readSeries(this.#deps, series);
    const nowMs = this.#deps.clock.now();
    const fired: Fired[] = [];
    for (const watched of [...series.readers]) {
      // The ticks of other instruments go on meanwhile: no turn computes more than one study.
      for (const condition of watched.row.definition.conditions.filter(readsStudy)) {
        await nextTurn();
        computeAhead(condition, series.studies);
      }
      await nextTurn();
      fired.push(...closeBars(watched, nowMs));
      if (watched.run.looksFromMs !== null) this.#looking.add(watched);
      this.#index(watched);
    }
    if (this.#cursor) {
      let closedMs = nowMs;
      for (const { readers } of this.#series.values())
        closedMs = evaluatedUntilMs(readers, closedMs);
      this.#cursor = { ...this.#cursor, closedMs };
    }
    if (fired.length > 0) await this.#store(fired);
  }

  async #store(fired: readonly Fired[]): Promise<void> {
    const state = this.#changedState();
    if (!(await this.#deps.store(fired, state))) return this.lose();
    this.noteStored(state);
    for (const { row } of fired) {
      if (row.definition.trigger.kind === 'once') this.remove(row.id);
    }
  }

  #changedState(): AlertsState {
    const memories = new Map<number, { activation: number; memory: AlertMemory }>();
    for (const { row, run, stored } of this.#watched.values()) {
      if (run.memory === stored) continue;
      memories.set(row.id, { activation: row.activation, memory: run.memory });
    }
    return { cursor: this.#cursor, memories };
  }
}
