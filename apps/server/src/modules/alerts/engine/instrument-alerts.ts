import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AlertMemory,
  type AlertRun,
  barsToRead,
  createAlertRun,
  isOfTicks,
  type Occurrence,
  ThresholdIndex,
} from '@moneytrail/alerts';
import {
  barClosesAtMs,
  barOpensAtMs,
  barTimeOf,
  DAY_MS,
  MINUTE_MS,
  nextBarTime,
  type Resolution,
  SECOND_MS,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';
import { type BarColumns, barAt } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { AlertRow } from '../alert-store.ts';
import type { Cursor, Gap } from './store-firings.ts';

/** A firing of an alert, not stored yet. `bar` is the closed bar at which it fired, null for a tick. */
export type Fired = {
  row: AlertRow;
  occurrence: Occurrence;
  memory: AlertMemory;
  bar: Bar | null;
  late: { fromMs: number; toMs: number } | null;
};

export type InstrumentAlertsDeps = {
  clock: { now: () => number };
  /** The newest closed and final bars, at most `count`. */
  closedBars: (resolution: Resolution, count: number) => Promise<BarColumns>;
  isSimulated: boolean;
  sleep: (ms: number) => Promise<void>;
  /** Stores firings and the state that follows them; resolves once they are stored, however long that takes. */
  store: (fired: readonly Fired[], cursor: Cursor, memories: Memories) => Promise<void>;
  log: { warn: (detail: Record<string, unknown>, message: string) => void };
};

export type Memories = ReadonlyMap<number, { activation: number; memory: AlertMemory }>;

type Watched = {
  row: AlertRow;
  run: AlertRun;
  series: Series;
  /** The memory as it is stored. */
  stored: AlertMemory;
  /** Not looked at since it was added or changed. */
  isNew: boolean;
};

/** The closed bars of a resolution, for the alerts that need them. */
type Series = {
  resolution: Resolution;
  columns: BarColumns;
  /** The bar of the last tick, and its beginning and end. */
  barTime: number;
  barOpensMs: number;
  barEndsMs: number;
  /** The alerts whose conditions rest on closed bars, and the number of bars that they need. */
  readers: Set<Watched>;
  all: Set<Watched>;
  count: number;
  /** The next look for a closed bar. */
  dueMs: number;
};

const NO_COLUMNS: BarColumns = {
  length: 0,
  time: new Float64Array(0),
  open: new Float64Array(0),
  high: new Float64Array(0),
  low: new Float64Array(0),
  close: new Float64Array(0),
  volume: new Float64Array(0),
};
/** Without ticks for longer, some may have been missed: the minutes since are read. */
const PAUSE_MS = 20 * SECOND_MS;
/** The final bar of a minute is stored within this time. */
const SETTLED_MS = 8 * SECOND_MS;
/** Within this time after a bar's end its final form is looked for every second, later every half a minute. */
const SOON_MS = MINUTE_MS;
const LATER_MS = 30 * SECOND_MS;
/** A firing that is found this much later is told as late. */
const LATE_MS = 30 * SECOND_MS;
/** What happened before is not made up for. */
const LONGEST_MISSED_MS = 7 * DAY_MS;

const NO_GAPS: readonly Gap[] = [];

const minuteOf = (timeMs: number) => Math.floor(timeMs / MINUTE_MS);

const needsBars = ({ definition }: AlertRow) =>
  definition.trigger.kind === 'barClose' ||
  definition.conditions.some((each) => !isOfTicks(each) || each.kind === 'level');

/**
 * Follows the alerts of one instrument, in the process that reads its feed: each tick, and each closed bar, in order. Work
 * is done one piece after the other, so that a firing is stored before what comes after it is looked at.
 */
export class InstrumentAlerts {
  readonly instrument: Instrument;
  readonly #deps: InstrumentAlertsDeps;
  readonly #watched = new Map<number, Watched>();
  readonly #series = new Map<Resolution, Series>();
  readonly #thresholds = new ThresholdIndex<Watched>();
  /** Alerts that must be looked at with the next tick: new ones, and those whose conditions hold. */
  readonly #looking = new Set<Watched>();
  #cursor: Cursor | null;
  /** Minutes in which ticks may have been missed, until their bars have been looked into. */
  readonly #gaps: Gap[] = [];
  /** Ticks before the first one may have been missed. */
  #isFirst = true;
  #isCursorStored = true;
  #ticks: InstrumentTick[] = [];
  #work: Promise<void> = Promise.resolve();
  #isPumping = false;
  #isClosed = false;

  constructor(deps: InstrumentAlertsDeps, instrument: Instrument, cursor: Cursor | null) {
    this.#deps = deps;
    this.instrument = instrument;
    // A price of another source proves no crossing.
    this.#cursor = cursor?.isSimulated === deps.isSimulated ? cursor : null;
    this.#gaps.push(...(this.#cursor?.gaps ?? []));
  }

  get isEmpty(): boolean {
    return this.#watched.size === 0;
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
    const watched: Watched = { row, run, series, stored: row.memory, isNew: true };
    this.#watched.set(row.id, watched);
    series.all.add(watched);
    if (needsBars(row)) {
      series.readers.add(watched);
      series.count = Math.max(series.count, barsToRead(definition));
      series.dueMs = 0;
    }
    this.#looking.add(watched);
    this.#index(watched);
  }

  remove(id: number): void {
    const watched = this.#watched.get(id);
    if (!watched) return;
    this.#watched.delete(id);
    this.#looking.delete(watched);
    this.#thresholds.set(watched, []);
    const { series } = watched;
    series.all.delete(watched);
    series.readers.delete(watched);
    if (series.all.size === 0) this.#series.delete(series.resolution);
  }

  /** Takes a tick; those that come while earlier work waits are taken in order. */
  receive(tick: InstrumentTick): void {
    this.#ticks.push(tick);
    this.#pump();
  }

  /** Looks for closed bars; called about every second. */
  sweep(): void {
    const nowMs = this.#deps.clock.now();
    for (const gap of this.#gaps) {
      if (nowMs >= gap.toMs + SETTLED_MS) this.#enqueue(() => this.#lookInto(gap));
    }
    for (const series of this.#series.values()) {
      if (series.readers.size === 0 || nowMs < series.dueMs) continue;
      series.dueMs = nowMs + SECOND_MS;
      this.#enqueue(() => this.#readClosed(series));
    }
  }

  /** The cursor, if it has moved since it was stored and nothing is under way. */
  takeCursor(): Cursor | null {
    if (this.#isCursorStored || this.#isPumping || this.#ticks.length > 0) return null;
    this.#isCursorStored = true;
    return this.#cursor;
  }

  /** Ends everything; resolves once no work is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ticks = [];
    await this.#work;
  }

  #seriesOf(resolution: Resolution): Series {
    const known = this.#series.get(resolution);
    if (known) return known;
    const opened: Series = {
      resolution,
      columns: NO_COLUMNS,
      barTime: Number.NaN,
      barOpensMs: Number.POSITIVE_INFINITY,
      barEndsMs: Number.NEGATIVE_INFINITY,
      readers: new Set(),
      all: new Set(),
      count: 0,
      dueMs: 0,
    };
    this.#series.set(resolution, opened);
    return opened;
  }

  /** Sorts in the prices that the alert waits for. */
  #index(watched: Watched): void {
    const { run, series } = watched;
    if (Number.isNaN(series.barTime)) this.#moveTo(series, this.#deps.clock.now());
    this.#thresholds.set(watched, run.bordersAt(series.barTime, series.columns.length));
  }

  /** Runs work after everything before it; a failure is logged and does not stop what follows. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((error: unknown) =>
        this.#deps.log.warn(
          { err: error, instrument: this.instrument.ticker },
          'alerts were not evaluated',
        ),
      );
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

  /** Evaluates a tick; returns a promise only if something must be awaited. */
  #take(tick: InstrumentTick): Promise<void> | null {
    const cursor = this.#cursor;
    // Repeated or replayed prices say nothing new.
    if (cursor && tick.timeMs < cursor.timeMs) return null;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const isOtherMinute = cursor !== null && minuteOf(tick.timeMs) > minuteOf(cursor.timeMs);
    const isAfterPause = isOtherMinute && (isFirst || tick.timeMs - cursor.timeMs > PAUSE_MS);
    if (!isAfterPause) {
      if (cursor && isFirst) this.#openGap(tick, cursor, minuteOf(cursor.timeMs));
      return this.#evaluate(tick, null);
    }
    return this.#catchUp(cursor, tick.timeMs).then(() => {
      this.#openGap(tick, cursor, minuteOf(tick.timeMs));
      // After quiet minutes, a tick comes as soon as it can; after missed ones it may be late.
      const isLate = isFirst || this.#cursor !== cursor;
      const late = isLate ? { fromMs: cursor.timeMs, toMs: tick.timeMs } : null;
      return this.#evaluate(tick, late) ?? undefined;
    });
  }

  /** Minutes from one on that are partly seen: their bars are looked into once they have closed. */
  #openGap({ timeMs, price }: InstrumentTick, before: Cursor, fromMinute: number): void {
    const cursor = this.#cursor ?? before;
    const isSeen = minuteOf(cursor.timeMs) >= fromMinute;
    this.#gaps.push({
      fromMs: MINUTE_MS * fromMinute,
      toMs: MINUTE_MS * (minuteOf(timeMs) + 1),
      before: isSeen ? null : cursor.price,
      high: Math.max(price, isSeen ? cursor.high : cursor.price),
      low: Math.min(price, isSeen ? cursor.low : cursor.price),
      sinceMs: before.timeMs,
      untilMs: timeMs,
    });
  }

  /** Evaluates extremes of partly seen minutes that no tick has shown. */
  async #lookInto(gap: Gap): Promise<void> {
    const place = this.#gaps.indexOf(gap);
    if (place < 0) return;
    this.#gaps.splice(place, 1);
    this.#noteGaps();
    const { fromMs, toMs, high, low } = gap;
    const late = { fromMs: gap.sinceMs, toMs: gap.untilMs };
    const count = Math.ceil((this.#deps.clock.now() - fromMs) / MINUTE_MS) + 1;
    const minutes = await this.#deps.closedBars('1', count);
    const fired: Fired[] = [];
    let { before } = gap;
    for (let index = 0; index < minutes.length; index += 1) {
      const bar = barAt(minutes, index);
      if (bar.time < fromMs || bar.time >= toMs) continue;
      const isLast = bar.time + MINUTE_MS >= toMs;
      const wick = { timeMs: bar.time + MINUTE_MS - 1, late };
      const pathBy = (seen: number, furthest: number) =>
        [before ?? seen, furthest, isLast ? seen : bar.close] as const;
      if (bar.high > high) {
        this.#lookAtWick({ ...wick, seen: high, path: pathBy(high, bar.high) }, fired);
      }
      if (bar.low < low) {
        this.#lookAtWick({ ...wick, seen: low, path: pathBy(low, bar.low) }, fired);
      }
      before = bar.close;
    }
    if (fired.length > 0) await this.#store(fired);
  }

  /** The stored cursor names the gaps that remain. */
  #noteGaps(): void {
    if (!this.#cursor) return;
    this.#cursor = { ...this.#cursor, gaps: [...this.#gaps] };
    this.#isCursorStored = false;
  }

  /** The price went to an extreme beyond what was seen and back. */
  #lookAtWick(
    {
      timeMs,
      seen,
      path,
      late,
    }: {
      timeMs: number;
      seen: number;
      path: readonly [before: number, furthest: number, after: number];
      late: Fired['late'];
    },
    fired: Fired[],
  ): void {
    const [before, furthest, after] = path;
    for (const watched of this.#thresholds.between(
      Math.min(seen, furthest),
      Math.max(seen, furthest),
    )) {
      const { row, run, series } = watched;
      if (timeMs < row.activated_ms) continue;
      const barTime = barTimeOf(this.instrument.hours, series.resolution, timeMs);
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
      const occurrence = run.priceMoved({
        timeMs,
        fromBarTime: cursor
          ? barTimeOf(this.instrument.hours, series.resolution, cursor.timeMs)
          : series.barTime,
        barTime: series.barTime,
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
    for (const gap of this.#gaps) {
      if (timeMs >= gap.toMs) continue;
      gap.high = Math.max(gap.high, high);
      gap.low = Math.min(gap.low, low);
    }
    this.#advance(timeMs, { price, high, low });
    return fired.length === 0 ? null : this.#store(fired);
  }

  /** Begins another bar, at which lines of drawings have other prices. */
  #moveTo(series: Series, timeMs: number): void {
    // What was missed lies before the bar of now.
    if (timeMs >= series.barOpensMs && timeMs < series.barEndsMs) return;
    const { hours } = this.instrument;
    const barTime = barTimeOf(hours, series.resolution, timeMs);
    if (barTime === series.barTime) return;
    series.barTime = barTime;
    series.barOpensMs = barOpensAtMs(hours, series.resolution, barTime);
    series.barEndsMs = barClosesAtMs(hours, series.resolution, barTime);
    for (const watched of series.all) {
      const isMoving = watched.row.definition.conditions.some(({ kind }) => kind === 'drawing');
      if (isMoving) this.#index(watched);
    }
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
    this.#isCursorStored = false;
  }

  /**
   * Evaluates the closed minutes after the last tick, in order. Of that tick's own minute only what goes beyond the extremes
   * seen until then is known to be new.
   */
  async #catchUp(cursor: Cursor, untilMs: number): Promise<void> {
    const { clock, closedBars, sleep } = this.#deps;
    // The last missed minute may have ended a moment ago.
    const settlesMs = MINUTE_MS * minuteOf(untilMs) + SETTLED_MS - clock.now();
    if (settlesMs > 0) await sleep(settlesMs);
    const fromMs = Math.max(cursor.timeMs, untilMs - LONGEST_MISSED_MS);
    const ownMinute = MINUTE_MS * minuteOf(fromMs);
    const count = Math.ceil((untilMs - ownMinute) / MINUTE_MS) + 1;
    const minutes = await closedBars('1', count);
    const isLate = clock.now() - cursor.timeMs > LATE_MS;
    const late = isLate ? { fromMs: cursor.timeMs, toMs: clock.now() } : null;
    for (let index = 0; index < minutes.length; index += 1) {
      const bar = barAt(minutes, index);
      const endMs = bar.time + MINUTE_MS - 1;
      if (bar.time < ownMinute || endMs >= untilMs) continue;
      const isOwn = bar.time === MINUTE_MS * minuteOf(cursor.timeMs);
      const high = isOwn && bar.high <= cursor.high ? bar.close : bar.high;
      const low = isOwn && bar.low >= cursor.low ? bar.close : bar.low;
      const tick = { timeMs: endMs, price: bar.close, high, low };
      await this.#evaluate(tick, late);
    }
  }

  /** Reads the closed bars of a resolution and evaluates those that are new. */
  async #readClosed(series: Series): Promise<void> {
    const { clock, closedBars } = this.#deps;
    const { hours } = this.instrument;
    const { resolution } = series;
    const before = series.columns;
    const columns = await closedBars(resolution, series.count);
    const nowMs = clock.now();
    const last = columns.time[columns.length - 1];
    const closesAtMs = (barTime: number) => barClosesAtMs(hours, resolution, barTime);
    const nextMs =
      last === undefined ? nowMs + SOON_MS : closesAtMs(nextBarTime(hours, resolution, last));
    const isOverdue = nowMs - nextMs > SOON_MS;
    series.dueMs = Math.max(nextMs, nowMs + (isOverdue ? LATER_MS : SECOND_MS));
    series.columns = columns;
    const lastBefore = before.length > 0 ? Number(before.time[before.length - 1]) : null;
    const endsMs = Array.from(columns.time.subarray(0, columns.length), closesAtMs);
    const evaluatedMs = this.#closedSinceMs(lastBefore, closesAtMs);
    const fired: Fired[] = [];
    for (const watched of [...series.readers]) {
      // Each computes its studies: the ticks of other instruments go on meanwhile.
      await nextTurn();
      const { row, run } = watched;
      run.setClosedBars(columns);
      const sinceMs = Math.max(row.activated_ms, evaluatedMs);
      const first = endsMs.findIndex((endMs) => endMs > sinceMs);
      for (let index = first; index >= 0 && index < columns.length; index += 1) {
        const endMs = endsMs[index] ?? nowMs;
        const occurrence = run.barClosed(index);
        if (!occurrence) continue;
        const isLate = nowMs - endMs > SOON_MS + LATE_MS;
        const late = isLate ? { fromMs: sinceMs, toMs: nowMs } : null;
        fired.push({ row, occurrence, memory: run.memory, bar: barAt(columns, index), late });
      }
      if (run.looksFromMs !== null) this.#looking.add(watched);
      this.#index(watched);
    }
    if (this.#cursor && last !== undefined) {
      const closedMs = Math.min(...this.#lastClosings(nowMs));
      this.#cursor = { ...this.#cursor, closedMs };
      this.#isCursorStored = false;
    }
    if (fired.length > 0) await this.#store(fired);
  }

  /** Bars that ended until this moment were evaluated. */
  #closedSinceMs(lastBefore: number | null, closesAtMs: (barTime: number) => number): number {
    const nowMs = this.#deps.clock.now();
    if (lastBefore !== null) return closesAtMs(lastBefore);
    return Math.max(this.#cursor?.closedMs ?? nowMs, nowMs - LONGEST_MISSED_MS);
  }

  /** The end of the last closed bar of each resolution that is read. */
  #lastClosings(nowMs: number): number[] {
    const { hours } = this.instrument;
    const read = [...this.#series.values()].filter(({ readers }) => readers.size > 0);
    return read.map(({ resolution, columns }) => {
      const last = columns.time[columns.length - 1];
      return last === undefined ? nowMs : barClosesAtMs(hours, resolution, last);
    });
  }

  async #store(fired: readonly Fired[]): Promise<void> {
    const cursor = this.#cursor ?? {
      timeMs: 0,
      price: fired[0]?.occurrence.price ?? 0,
      high: 0,
      low: 0,
      closedMs: this.#deps.clock.now(),
      isSimulated: this.#deps.isSimulated,
      gaps: NO_GAPS,
    };
    const memories = new Map<number, { activation: number; memory: AlertMemory }>();
    for (const watched of this.#watched.values()) {
      const { row, run } = watched;
      if (run.memory === watched.stored) continue;
      watched.stored = run.memory;
      memories.set(row.id, { activation: row.activation, memory: run.memory });
    }
    await this.#deps.store(fired, cursor, memories);
    this.#isCursorStored = true;
    for (const { row } of fired) {
      if (row.definition.trigger.kind === 'once') this.remove(row.id);
    }
  }
}
