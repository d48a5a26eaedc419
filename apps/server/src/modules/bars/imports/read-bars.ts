import {
  barClosesAtMs,
  barTimeOf,
  coarserBarTime,
  DAY_MS,
  type ImportedResolution,
  isDateResolution,
  type MarketHours,
  nextBarTime,
  type Resolution,
  resolutionMs,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { faultOf } from '../accept-bars.ts';
import { type BarColumns, columnsOf } from '../columns/bar-columns.ts';
import { type ByteSource, readRows, UnreadableFile } from './decode.ts';
import { isAbsent, parseNumber } from './numbers.ts';
import type { Reading } from './recognise.ts';
import { createWallClock, readTime, wallMsOf, type ZoneFigures } from './times.ts';

/** The series that a file is read for. */
export type Target = {
  hours: MarketHours;
  resolution: ImportedResolution;
  /** The file's bars are shorter and become bars of this resolution. */
  isRolledUp: boolean;
  nowMs: number;
  /** Lines that repeat an earlier one, known once the file is checked. */
  repeatedLines?: ReadonlySet<number>;
};

type RowResult =
  | { kind: 'bar'; bar: Bar }
  | { kind: 'bad'; reason: string }
  /** A row without prices, a line that is no row of the table, and a row of another ticker. */
  | { kind: 'absent' | 'other' | 'elsewhere' };

const PRICES = ['open', 'high', 'low', 'close'] as const;
const NEEDED = ['time', ...PRICES] as const;
const ABSENT = { kind: 'absent' } as const;
const bad = (reason: string): RowResult => ({ kind: 'bad', reason });

/** Words that spreadsheets put before figures of whole columns. */
const TOTALS =
  /^(?:total|sum|summe|gesamt|somme|suma|totale|average|avg|mean|mittelwert|durchschnitt|moyenne|media|promedio)\b/i;

/** Whether a line is no row of the table, such as a dividend between rows, a notice, or totals below them. */
function isOther(cells: readonly string[], { columns, decimal }: Reading): boolean {
  if (cells.filter((cell) => cell !== '').length <= 1) return true;
  if (TOTALS.test(cells[columns.time] ?? '')) return true;
  const texts = PRICES.map((role) => cells[columns[role]]).filter((text) => text !== undefined);
  // Numbers in another notation are no words: they are bad, not beside the table.
  const isWord = (text: string) =>
    /\p{L}/u.test(text) && !isAbsent(text) && Number.isNaN(parseNumber(text, decimal));
  if (texts.every(isAbsent)) return texts.length === 0;
  return texts.every((text) => isWord(text) || isAbsent(text));
}

/** Reads rows in the file's order, which decides between the two passes of an hour when clocks are set back. */
function createRowReader(reading: Reading, target: Target) {
  const { columns, decimal, ticker } = reading;
  const { hours, resolution, isRolledUp, nowMs } = target;
  const clock = createWallClock(reading.zone ?? 'Etc/UTC', reading.isDescending);
  const latestMs = nextBarTime(hours, resolution, barTimeOf(hours, resolution, nowMs));
  const isDaily = isDateResolution(resolution) && !isRolledUp;
  // The date of a day is neither its start nor its end.
  const isEnd = reading.marked === 'end' && !isDaily;

  function timeOf(cells: readonly string[]): number {
    const clockText = columns.clock === null ? null : (cells[columns.clock] ?? '');
    const time = readTime(cells[columns.time] ?? '', clockText, reading.takesSerials);
    if (!time) return Number.NaN;
    if (time.kind === 'epoch') return Math.round(time.value * reading.epochUnitMs);
    const wallMs = wallMsOf(time, reading.dates);
    if (Number.isNaN(wallMs)) return wallMs;
    // A date is a date in every zone.
    if (isDaily && wallMs % DAY_MS === 0) return wallMs;
    return time.offsetMs === null ? clock.toUtcMs(wallMs) : wallMs - time.offsetMs;
  }

  /** The start of a bar that is dated by its end. The last bar of a session may be shorter. */
  function startOf(endMs: number): number {
    if (isRolledUp) return endMs - (reading.intervalMs ?? 0);
    return barTimeOf(hours, resolution, endMs - 1);
  }

  /** A vendor's evening open belongs to the following date. */
  const barTime = (timeMs: number) =>
    isDaily && timeMs % DAY_MS !== 0 ? tradingDateOf(hours, timeMs) : timeMs;

  function volumeOf(cells: readonly string[]): number | null {
    const text = columns.volume === null ? '' : (cells[columns.volume] ?? '');
    return isAbsent(text) ? null : parseNumber(text, decimal);
  }

  /** The reason why no bar can begin at a time; null if one can. */
  function timeFault(time: number, given: number): string | null {
    if (isEnd && !isRolledUp) {
      const end = barClosesAtMs(hours, resolution, time);
      if (end !== given) {
        return `time is not the end of a bar; its bar ends at ${new Date(end).toISOString()}`;
      }
    } else if (!isDateResolution(resolution) && !isRolledUp) {
      const start = barTimeOf(hours, resolution, time);
      if (start !== time) {
        const expected = new Date(start).toISOString();
        return `time is not the start of a bar; its bar starts at ${expected}`;
      }
    }
    return time > latestMs ? 'it lies in the future' : null;
  }

  function read(cells: readonly string[]): RowResult {
    if (ticker && cells[ticker.at] !== ticker.text) return { kind: 'elsewhere' };
    if (isOther(cells, reading)) return { kind: 'other' };
    const missing = NEEDED.find((role) => cells[columns[role]] === undefined);
    if (missing !== undefined) return bad(`the column ${missing} is missing`);
    if (PRICES.every((role) => isAbsent(cells[columns[role]] ?? ''))) return ABSENT;
    const given = timeOf(cells);
    if (!Number.isFinite(given)) return bad(`time "${cells[columns.time]}" is no time`);
    const time = isEnd ? startOf(given) : barTime(given);
    const volume = volumeOf(cells);
    if (Number.isNaN(volume)) return bad(`volume "${cells[columns.volume ?? 0]}" is no number`);
    const [open = NaN, high = NaN, low = NaN, close = NaN] = PRICES.map((role) =>
      parseNumber(cells[columns[role]] ?? '', decimal),
    );
    const bar = { time, open, high, low, close, volume };
    const fault = timeFault(time, given) ?? faultOf(columnsOf([bar]), 0);
    return fault === null ? { kind: 'bar', bar } : bad(fault);
  }
  return { read, figures: clock.figures };
}

/** Makes bars of a coarser resolution from finer ones in any order. */
export function createRollUp(hours: MarketHours, from: Resolution, to: ImportedResolution) {
  type Rolled = Bar & { firstMs: number; lastMs: number };
  const bars = new Map<number, Rolled>();
  return {
    add: (bar: Bar) => {
      const time = coarserBarTime(hours, from, to, bar.time);
      const known = bars.get(time);
      if (!known) {
        bars.set(time, { ...bar, time, firstMs: bar.time, lastMs: bar.time });
        return;
      }
      known.high = Math.max(known.high, bar.high);
      known.low = Math.min(known.low, bar.low);
      if (bar.volume !== null) known.volume = (known.volume ?? 0) + bar.volume;
      if (bar.time < known.firstMs) Object.assign(known, { firstMs: bar.time, open: bar.open });
      if (bar.time > known.lastMs) Object.assign(known, { lastMs: bar.time, close: bar.close });
    },
    columns: (): BarColumns => columnsOf([...bars.values()]),
  };
}

/** The finest resolution whose bars are at least this long. */
const finerOf = (reading: Reading): Resolution =>
  (reading.intervalMs ?? 0) >= resolutionMs('60') ? '60' : '1';

export type BadLine = { line: number; reason: string };

export type CheckedFile = {
  /** Times of the bars to store, ascending. */
  times: Float64Array;
  /** The oldest and the newest bar of the file itself. */
  first: Bar | null;
  last: Bar | null;
  /** The first twenty, by line. */
  bad: BadLine[];
  badCount: number;
  /** Rows without prices. */
  absentCount: number;
  /** Lines such as a vendor's notice below the table, and the numbers of the first three. */
  otherCount: number;
  otherLines: number[];
  /** Lines that repeat an earlier one in time and numbers. */
  repeatedLines: ReadonlySet<number>;
  zoneFigures: ZoneFigures;
  /** The most decimals of a price. */
  decimals: number;
};

/** Number of bad lines to report; the rest is only counted. */
const MOST_TOLD = 20;
const MOST_OTHER_TOLD = 3;
/** Bars held in memory at once. */
const PIECE_BARS = 5_000;

/** Decimals of a number as JavaScript writes it; beyond eight they are noise. */
function decimalsIn(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const shown = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent);
  return Math.min(8, Math.max(0, shown));
}

/** The bars of a file in its order, as little of each as tells repetitions apart. */
type Seen = { times: number[]; lines: number[]; digests: number[] };

const float = new Float64Array(1);
const halves = new Uint32Array(float.buffer);

/** Numbers of 52 bits that differ for bars that differ, but for one pair in 10¹⁵. */
function digestOf({ open, high, low, close, volume }: Bar): number {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (const value of [open, high, low, close, volume ?? Number.NaN]) {
    float[0] = value;
    const [low32 = 0, high32 = 0] = halves;
    a = Math.imul(a ^ low32, 0x01000193) ^ (a >>> 15);
    a = Math.imul(a ^ high32, 0x85ebca6b) ^ (a >>> 13);
    b = Math.imul(b ^ high32, 0xc2b2ae35) ^ (b >>> 16);
    b = Math.imul(b ^ low32, 0x27d4eb2f) ^ (b >>> 14);
  }
  return (a >>> 0) * 0x100000 + (b >>> 12);
}

/** Lines that repeat the time of an earlier one: with the same numbers, and with others. */
function findRepetitions(
  sorted: Float64Array,
  { times, lines, digests }: Seen,
): { same: Set<number>; other: BadLine[] } {
  const same = new Set<number>();
  const other: BadLine[] = [];
  const repeated = new Set(sorted.filter((time, index) => time === sorted[index - 1]));
  const first = new Map<number, number>();
  if (repeated.size === 0) return { same, other };
  for (const [index, time] of times.entries()) {
    if (!repeated.has(time)) continue;
    const line = lines[index] ?? 0;
    const earlier = first.get(time);
    if (earlier === undefined) first.set(time, index);
    else if (digests[earlier] === digests[index]) same.add(line);
    else {
      const reason = `line ${lines[earlier]} has other numbers for the same time`;
      other.push({ line, reason });
    }
  }
  return { same, other };
}

/** Counts the rows of a file by what they are, and keeps the bounds of its bars. */
function createTally() {
  const seen: Seen = { times: [], lines: [], digests: [] };
  const counts = { bad: 0, absent: 0, other: 0, elsewhere: 0 };
  const otherLines: number[] = [];
  const refused: BadLine[] = [];
  let decimals = 0;
  let [first, last]: [Bar | null, Bar | null] = [null, null];

  function addBar(bar: Bar, line: number): void {
    seen.times.push(bar.time);
    seen.lines.push(line);
    seen.digests.push(digestOf(bar));
    decimals = Math.max(decimals, ...PRICES.map((price) => decimalsIn(bar[price])));
    if (!first || bar.time < first.time) first = bar;
    if (!last || bar.time > last.time) last = bar;
  }

  return {
    add: (result: RowResult, line: number) => {
      if (result.kind === 'bar') {
        addBar(result.bar, line);
        return;
      }
      counts[result.kind]++;
      if (result.kind === 'other' && otherLines.length < MOST_OTHER_TOLD) otherLines.push(line);
      if (result.kind === 'bad' && refused.length < MOST_TOLD)
        refused.push({ line, reason: result.reason });
    },
    figures: () => ({ seen, counts, otherLines, refused, first, last, decimals }),
  };
}

/**
 * Checks every row of a file. It keeps three numbers a line, so that a file may exceed the memory.
 */
export async function checkBars(
  open: ByteSource,
  reading: Reading,
  target: Target,
): Promise<CheckedFile> {
  const rows = createRowReader(reading, target);
  const tally = createTally();
  let index = 0;
  try {
    for await (const { cells, line } of readRows(open, reading)) {
      if (index++ >= reading.header.rowCount) tally.add(rows.read(cells), line);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    tally.add(bad(error.message), error.line);
  }
  const { seen, counts, otherLines, refused, first, last, decimals } = tally.figures();
  const sorted = Float64Array.from(seen.times).sort();
  const repeated = findRepetitions(sorted, seen);
  const all = [...refused, ...repeated.other].sort((a, b) => a.line - b.line);
  const distinct =
    repeated.same.size === 0
      ? sorted
      : sorted.filter((time, index) => index === 0 || time !== sorted[index - 1]);
  return {
    times: target.isRolledUp ? rolledTimes(distinct, reading, target) : distinct,
    first,
    last,
    bad: all.slice(0, MOST_TOLD),
    badCount: counts.bad + repeated.other.length,
    absentCount: counts.absent,
    otherCount: counts.other,
    otherLines,
    repeatedLines: repeated.same,
    zoneFigures: rows.figures,
    decimals,
  };
}

function rolledTimes(
  sorted: Float64Array,
  reading: Reading,
  { hours, resolution }: Target,
): Float64Array {
  const from = finerOf(reading);
  const rolled = new Set<number>();
  for (const time of sorted) rolled.add(coarserBarTime(hours, from, resolution, time));
  return Float64Array.from(rolled);
}

/** The bars of a checked file, in pieces. Throws if a line has become bad since the check. */
export async function* readBarPieces(
  open: ByteSource,
  reading: Reading,
  target: Target,
): AsyncGenerator<BarColumns> {
  const rows = createRowReader(reading, target);
  const rollUp = target.isRolledUp
    ? createRollUp(target.hours, finerOf(reading), target.resolution)
    : null;
  let bars: Bar[] = [];
  let index = 0;
  for await (const { cells, line } of readRows(open, reading)) {
    if (index++ < reading.header.rowCount) continue;
    const result = rows.read(cells);
    if (target.repeatedLines?.has(line)) continue;
    if (result.kind === 'bad') throw new Error(`Line ${line} has changed: ${result.reason}`);
    if (result.kind !== 'bar') continue;
    if (rollUp) rollUp.add(result.bar);
    else bars.push(result.bar);
    if (bars.length < PIECE_BARS) continue;
    yield columnsOf(bars);
    bars = [];
  }
  if (rollUp) yield rollUp.columns();
  else if (bars.length > 0) yield columnsOf(bars);
}
