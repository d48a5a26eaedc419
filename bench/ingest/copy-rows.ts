import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { BarColumns } from '../../apps/server/src/modules/bars/index.ts';

/** Bars of one instrument, in the form that both sides get. */
export type Series = { instrumentId: number; columns: BarColumns };

export const COPY_FORMATS = ['binary', 'text'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** The usual table of bars: one row each, indexed by instrument, resolution and time. */
export const CREATE_ROWS = `create table bar_rows (
  instrument_id integer not null, resolution text not null, time bigint not null,
  open double precision not null, high double precision not null,
  low double precision not null, close double precision not null, volume double precision,
  primary key (instrument_id, resolution, time))`;

const FIELDS = 8;
const ROW_BYTES = 2 + FIELDS * 4 + 4 + 1 + 8 + 5 * 8;
const SIGNATURE = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);

function binaryRows({ instrumentId, columns }: Series): Buffer {
  const { time, open, high, low, close, volume, length } = columns;
  const bytes = Buffer.allocUnsafe(length * ROW_BYTES);
  let at = 0;
  for (let i = 0; i < length; i++) {
    at = bytes.writeInt16BE(FIELDS, at);
    at = bytes.writeInt32BE(instrumentId, bytes.writeInt32BE(4, at));
    at = bytes.writeInt32BE(1, at);
    at += bytes.write('1', at);
    at = bytes.writeBigInt64BE(BigInt(time[i] ?? 0), bytes.writeInt32BE(8, at));
    for (const column of [open, high, low, close, volume]) {
      at = bytes.writeDoubleBE(column[i] ?? 0, bytes.writeInt32BE(8, at));
    }
  }
  return bytes;
}

function textRows({ instrumentId, columns }: Series): Buffer {
  const { time, open, high, low, close, volume, length } = columns;
  const lines = Array.from(
    { length },
    (_, i) =>
      `${instrumentId}\t1\t${time[i]}\t${open[i]}\t${high[i]}\t${low[i]}\t${close[i]}\t${volume[i]}\n`,
  );
  return Buffer.from(lines.join(''));
}

/** Writes bars to a file for COPY in advance, so that only COPY itself is timed. */
export function writeCopyFile(path: string, format: CopyFormat, all: readonly Series[]): void {
  const file = openSync(path, 'w');
  if (format === 'binary') writeSync(file, SIGNATURE);
  for (const series of all) {
    writeSync(file, format === 'binary' ? binaryRows(series) : textRows(series));
  }
  if (format === 'binary') writeSync(file, TRAILER);
  closeSync(file);
}

/** The milliseconds of a PostgreSQL COPY, as psql reports them. */
export function copyFileMs(databaseUrl: string, path: string, format: CopyFormat): number {
  const file = openSync(path, 'r');
  const copy = `copy bar_rows from stdin (format ${format})`;
  const output = execFileSync('psql', ['-X', databaseUrl, '-c', '\\timing on', '-c', copy], {
    stdio: [file, 'pipe', 'inherit'],
  });
  closeSync(file);
  return Number(/Time: ([\d.]+) ms/.exec(output.toString())?.[1]);
}
