import { createReadStream } from 'node:fs';
import {
  barTimeOf,
  DAY_MS,
  isDateResolution,
  type MarketHours,
  type StoredResolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { CsvError, parse } from 'csv-parse';
import { type BarColumns, columnsOf, faultOf } from '../modules/bars/index.ts';
import { SIMULATED_LABEL } from './csv-lines.ts';

/** Larger numbers are milliseconds: as seconds they would lie after the year 5138. */
const FIRST_MILLISECONDS = 1e11;

type BarLine = Record<string, string>;
type ParsedLine = { ok: true; bar: Bar } | { ok: false; reason: string };

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

function momentOf(text: string): number {
  if (/^-?\d+$/.test(text)) {
    const value = Number(text);
    return Math.abs(value) >= FIRST_MILLISECONDS ? value : value * 1_000;
  }
  const isBare = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/.test(text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(isBare ? `${text}Z` : text) : Number.NaN;
}

function numberOf(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

/** A daily bar has the time 00:00 UTC of its trading date; a vendor's evening open belongs to the following date. */
function barTime(hours: MarketHours, resolution: StoredResolution, timeMs: number): number {
  if (!isDateResolution(resolution)) return timeMs;
  return timeMs % DAY_MS === 0 ? timeMs : tradingDateOf(hours, timeMs);
}

/** Parses a line of `time,open,high,low,close,volume`; the volume may be empty. */
function parseBarLine(
  market: { hours: MarketHours; resolution: StoredResolution },
  line: BarLine,
): ParsedLine {
  const missing = COLUMNS.find((name) => line[name] === undefined);
  if (missing !== undefined) return { ok: false, reason: `the column ${missing} is missing` };
  const given = momentOf(line.time?.trim() ?? '');
  if (!Number.isFinite(given)) return { ok: false, reason: `time "${line.time}" is no time` };
  const time = barTime(market.hours, market.resolution, given);
  if (!isDateResolution(market.resolution)) {
    const start = barTimeOf(market.hours, market.resolution, time);
    if (start !== time) {
      const expected = new Date(start).toISOString();
      return { ok: false, reason: `time is not the start of a bar; its bar starts at ${expected}` };
    }
  }
  const volumeText = line.volume?.trim() ?? '';
  const volume = volumeText === '' ? null : Number(volumeText);
  if (Number.isNaN(volume)) return { ok: false, reason: `volume "${line.volume}" is no number` };
  const [open, high, low, close] = [line.open, line.high, line.low, line.close].map((text) =>
    numberOf(text?.trim() ?? ''),
  );
  const bar = {
    time,
    open: open ?? NaN,
    high: high ?? NaN,
    low: low ?? NaN,
    close: close ?? NaN,
    volume,
  };
  const fault = faultOf(columnsOf([bar]), 0);
  return fault === null ? { ok: true, bar } : { ok: false, reason: fault };
}

type BadLine = { line: number; reason: string };
export type BarFile = {
  /** Times of the bars, ascending. */
  times: Float64Array;
  /** The first twenty, by line. */
  bad: BadLine[];
  badCount: number;
  /** True if the file is labelled as simulated. */
  isSimulated: boolean;
};

type Market = { hours: MarketHours; resolution: StoredResolution };

/** Number of bad lines to report; the rest is only counted. */
const MOST_TOLD = 20;
/** Bars held in memory at once. */
const PIECE_BARS = 20_000;

type Row = { record: BarLine; info: { lines: number } };

/** True if a file begins with the label of simulated prices. */
async function isLabelled(path: string): Promise<boolean> {
  const start = createReadStream(path, { encoding: 'utf8', end: 2 * SIMULATED_LABEL.length });
  let text = '';
  for await (const chunk of start) text += chunk;
  return text.replace(/^\uFEFF/, '').startsWith(SIMULATED_LABEL);
}

function openCsv(path: string, progress: (bytes: number) => void): AsyncIterable<Row> {
  const file = createReadStream(path);
  let read = 0;
  file.on('data', (chunk) => {
    read += chunk.length;
    progress(read);
  });
  const parser = parse({
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    // Exports of simulated bars begin with a comment line.
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
  });
  file.on('error', (error) => parser.destroy(error));
  return file.pipe(parser);
}

/** Lines that repeat the time of an earlier line; `times` and `lines` are in the file's order. */
function repeatedLines(
  sorted: Float64Array,
  times: readonly number[],
  lines: readonly number[],
): BadLine[] {
  const repeated = new Set(sorted.filter((time, index) => time === sorted[index - 1]));
  if (repeated.size === 0) return [];
  const first = new Map<number, number>();
  const bad: BadLine[] = [];
  for (const [index, time] of times.entries()) {
    if (!repeated.has(time)) continue;
    const line = lines[index] ?? 0;
    const earlier = first.get(time);
    if (earlier === undefined) first.set(time, line);
    else bad.push({ line, reason: `the same bar stands in line ${earlier}` });
  }
  return bad;
}

/**
 * Checks every line of a file. It keeps only the time and number of good lines, so that a file may exceed the memory.
 * `progress` is called with the bytes read so far. Throws if the file cannot be read at all.
 */
export async function checkBarFile(
  path: string,
  market: Market,
  progress: (bytes: number) => void,
): Promise<BarFile> {
  const [times, lines]: [number[], number[]] = [[], []];
  const refused: BadLine[] = [];
  let badCount = 0;
  const refuse = (line: number, reason: string) => {
    badCount++;
    if (refused.length < MOST_TOLD) refused.push({ line, reason });
  };
  try {
    for await (const { record, info } of openCsv(path, progress)) {
      const parsed = parseBarLine(market, record);
      if (!parsed.ok) {
        refuse(info.lines, parsed.reason);
        continue;
      }
      times.push(parsed.bar.time);
      lines.push(info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(Number(error.lines ?? 0), error.message);
  }
  const sorted = Float64Array.from(times).sort();
  const repeated = repeatedLines(sorted, times, lines);
  const bad = [...refused, ...repeated].sort((a, b) => a.line - b.line).slice(0, MOST_TOLD);
  badCount += repeated.length;
  return { times: sorted, bad, badCount, isSimulated: await isLabelled(path) };
}

/** The bars of a checked file, in pieces. Throws if a line has become bad since the check. */
export async function* readBarPieces(
  path: string,
  market: Market,
  progress: (bytes: number) => void,
): AsyncGenerator<BarColumns> {
  let bars: Bar[] = [];
  for await (const { record, info } of openCsv(path, progress)) {
    const parsed = parseBarLine(market, record);
    if (!parsed.ok) throw new Error(`Line ${info.lines} has changed: ${parsed.reason}`);
    bars.push(parsed.bar);
    if (bars.length < PIECE_BARS) continue;
    yield columnsOf(bars);
    bars = [];
  }
  if (bars.length > 0) yield columnsOf(bars);
}
