import { createReadStream } from 'node:fs';
import type { MarketHours, StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { CsvError, parse } from 'csv-parse';
import { type BarLine, parseBarLine } from './parse-bar-line.ts';
import { SIMULATED_LABEL } from './simulated-label.ts';

export type BadLine = { line: number; reason: string };
export type BarFile = {
  bars: Bar[];
  bad: BadLine[];
  badCount: number;
  /** Whether the file is labelled as a simulator's prices. */
  isSimulated: boolean;
};

/** Bad lines told by number; the rest is counted. */
const MOST_TOLD = 20;

type Record = { record: BarLine; info: { lines: number } };

/** Whether a file begins with the label of simulated prices. */
async function isLabelled(path: string): Promise<boolean> {
  const start = createReadStream(path, { encoding: 'utf8', end: 2 * SIMULATED_LABEL.length });
  let text = '';
  for await (const chunk of start) text += chunk;
  return text.replace(/^\uFEFF/, '').startsWith(SIMULATED_LABEL);
}

function openCsv(path: string, progress: (bytes: number) => void) {
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

/**
 * Reads a whole file of bars and judges every line before anything is stored.
 * `progress` hears of the bytes read so far. Throws where the file cannot be read at all.
 */
export async function readBarFile(
  path: string,
  market: { hours: MarketHours; resolution: StoredResolution },
  progress: (bytes: number) => void,
): Promise<BarFile> {
  const isSimulated = await isLabelled(path);
  const result: BarFile = { bars: [], bad: [], badCount: 0, isSimulated };
  const lines = new Map<number, number>();
  const refuse = (line: number, reason: string) => {
    result.badCount++;
    if (result.bad.length < MOST_TOLD) result.bad.push({ line, reason });
  };
  try {
    for await (const { record, info } of openCsv(path, progress) as AsyncIterable<Record>) {
      const parsed = parseBarLine(market, record);
      if (!parsed.ok) {
        refuse(info.lines, parsed.reason);
        continue;
      }
      const earlier = lines.get(parsed.bar.time);
      if (earlier !== undefined) refuse(info.lines, `the same bar stands in line ${earlier}`);
      else lines.set(parsed.bar.time, info.lines);
      result.bars.push(parsed.bar);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuse(Number(error.lines ?? 0), error.message);
  }
  return result;
}
