import { createReadStream } from 'node:fs';
import type { MarketHours, StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { CsvError, parse } from 'csv-parse';
import { type BarColumns, columnsOf } from '../modules/bars/index.ts';
import { SIMULATED_LABEL } from './csv-lines.ts';
import { type BarLine, parseBarLine } from './parse-bar-line.ts';

export type BadLine = { line: number; reason: string };
export type BarFile = {
  /** Times of the bars, ascending. */
  times: Float64Array;
  /** By line; the first twenty. */
  bad: BadLine[];
  badCount: number;
  /** Whether the file is labelled as a simulator's prices. */
  isSimulated: boolean;
};

type Market = { hours: MarketHours; resolution: StoredResolution };

/** Bad lines told by number; the rest is counted. */
const MOST_TOLD = 20;
/** Bars that are in memory at once. */
const PIECE_BARS = 20_000;

type Row = { record: BarLine; info: { lines: number } };

/** Whether a file begins with the label of simulated prices. */
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
    // A comment line, as an export of simulated bars begins with one.
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
  });
  file.on('error', (error) => parser.destroy(error));
  return file.pipe(parser);
}

/** The later of two lines with one time, for each such pair; `times` and `lines` are in the file's order. */
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
 * Reads a whole file and checks every line; of good ones it keeps no more than time and line, so that a file may be
 * larger than the memory. `progress` is called with the bytes read so far. Throws where the file cannot be read at all.
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

/** The bars of a file that was checked, in pieces. Throws where a line is bad now. */
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
