import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../apps/server/src/db/index.ts';
import {
  createDataDir,
  createPostgres,
  silentLog,
} from '../apps/server/src/db/testing/test-database.ts';
import { type Figure, median, report } from './figure.ts';
import { bulkWriteMs, createDeliveries, nextMinuteMs } from './ingest/bulk-write.ts';
import {
  COPY_FORMATS,
  type CopyFormat,
  CREATE_ROWS,
  copyFileMs,
  writeCopyFile,
} from './ingest/copy-rows.ts';
import { storedBytesFigures } from './ingest/stored-bytes.ts';

const COUNTS = { instruments: 100, bars: 10_000 };
const MINUTE = { instruments: 5_000, bars: 720 };
const ROUNDS = 3;
const TOTAL = COUNTS.instruments * COUNTS.bars;

type Db = Kysely<Database>;

async function numberOf(db: Db, query: string): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`${sql.raw(query)}`.execute(db);
  return Number(rows[0]?.n);
}

async function empty(db: Db, tables: string): Promise<void> {
  await sql`truncate ${sql.raw(tables)}`.execute(db);
  await sql`checkpoint`.execute(db);
}

async function expectAll(db: Db, query: string): Promise<void> {
  const stored = await numberOf(db, query);
  if (stored !== TOTAL) throw new Error(`${stored} bars of ${TOTAL} were stored`);
}

/** Bytes per bar of all chunks including rows, pages and indexes. */
async function bytesABar(db: Db): Promise<number> {
  await sql`vacuum bar_chunks`.execute(db);
  return (await numberOf(db, "select pg_total_relation_size('bar_chunks') as n")) / TOTAL;
}

async function postgresFigures(folder: string): Promise<Figure[]> {
  const { url, drop } = await createPostgres();
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
  try {
    await sql.raw(CREATE_ROWS).execute(db);
    const deliveries = await createDeliveries({ db }, COUNTS);
    const fileOf = (format: CopyFormat) => join(folder, `rows.${format}`);
    for (const format of COPY_FORMATS) writeCopyFile(fileOf(format), format, deliveries);
    const copyMs: Record<CopyFormat, number[]> = { binary: [], text: [] };
    const writeMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const format of COPY_FORMATS) {
        await empty(db, 'bar_rows');
        copyMs[format].push(copyFileMs(url, fileOf(format), format));
        await expectAll(db, 'select count(*) as n from bar_rows');
      }
      await empty(db, 'bar_series cascade');
      writeMs.push(await bulkWriteMs({ db }, deliveries));
      await expectAll(db, 'select sum(bar_count) as n from bar_chunks');
    }
    const copy = Math.min(...COPY_FORMATS.map((format) => median(copyMs[format])));
    const write = median(writeMs);
    const rowBytes = (await numberOf(db, "select pg_total_relation_size('bar_rows') as n")) / TOTAL;
    const synthetic = await bytesABar(db);
    const [first] = deliveries;
    if (!first) throw new Error('there is no instrument');
    return [
      {
        what: 'COPY of 1 M rows ÷ ingest of the same bars, PostgreSQL',
        value: copy / write,
        unit: 'ratio',
        bar: { atLeast: 2 },
        detail: `${Math.round(copy)} ms ÷ ${Math.round(write)} ms`,
      },
      {
        what: 'bytes a stored bar, everything on disk',
        value: synthetic,
        unit: 'B',
        bar: { atMost: 10 },
        detail: `as rows ${Math.round(rowBytes)} B`,
      },
      ...(await storedBytesFigures({ db }, first.instrument)),
    ];
  } finally {
    await close();
    await drop();
  }
}

/** The same on the embedded database, which reads the file itself; for comparison, without a bar. */
async function embeddedFigures(): Promise<Figure[]> {
  const dataDir = await createDataDir();
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir, log: silentLog });
  try {
    await sql.raw(CREATE_ROWS).execute(db);
    const deliveries = await createDeliveries({ db }, COUNTS);
    writeCopyFile(join(dataDir, 'database', 'rows'), 'binary', deliveries);
    const write = await bulkWriteMs({ db }, deliveries);
    await expectAll(db, 'select sum(bar_count) as n from bar_chunks');
    const startedAt = performance.now();
    await sql`copy bar_rows from 'rows' (format binary)`.execute(db);
    const copy = performance.now() - startedAt;
    await expectAll(db, 'select count(*) as n from bar_rows');
    return [
      {
        what: 'COPY of 1 M rows ÷ ingest of the same bars, embedded',
        value: copy / write,
        unit: 'ratio',
        detail: `${Math.round(copy)} ms ÷ ${Math.round(write)} ms`,
      },
    ];
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A minute of many instruments on PostgreSQL, in the middle of a day that is stored so far. */
async function minuteFigure(): Promise<Figure> {
  const { url, drop } = await createPostgres();
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
  try {
    const deliveries = await createDeliveries({ db }, MINUTE);
    const ms = await nextMinuteMs({ db }, deliveries);
    return {
      what: `a further minute of ${MINUTE.instruments} instruments stored, PostgreSQL`,
      value: ms / 1_000,
      unit: 's',
      bar: { atMost: 10 },
    };
  } finally {
    await close();
    await drop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'moneytrail-ingest-'));
try {
  report([await minuteFigure()]);
  report(await postgresFigures(folder));
  report(await embeddedFigures());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
