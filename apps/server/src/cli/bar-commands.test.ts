import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../db/index.ts';
import {
  createTestPlace,
  type DatabaseKind,
  silentLog,
  USUAL_KINDS,
} from '../db/testing/test-database.ts';
import { type CliResult, runCli, startCli } from './testing/run-cli.ts';
import { runHere } from './testing/run-here.ts';

const HEADER = 'time,open,high,low,close,volume';
const START = Date.parse('2024-03-01T00:00:00Z') / 1_000;
const GOOD = Array.from({ length: 500 }, (_, i) => `${START + i * 60},1.5,2.25,1,1.75,${i / 8}`);

type Operator = {
  kind: DatabaseKind;
  folder: string;
  environment: Record<string, string>;
  file: (name: string, lines: readonly string[]) => Promise<string>;
  importFile: (path: string, instrument: string, resolution: string) => Promise<CliResult>;
  /** The same in a separate process, as an operator runs it. */
  importInProcess: Operator['importFile'];
  exportSeries: (instrument: string, resolution: string, ...more: string[]) => Promise<CliResult>;
  leave: () => Promise<void>;
};

async function createOperator(kind: DatabaseKind): Promise<Operator> {
  const { databaseUrl, dataDir: folder, drop } = await createTestPlace(kind);
  const environment: Record<string, string> =
    databaseUrl === null ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl };
  const options = (instrument: string, resolution: string) => [
    ...['--instrument', instrument, '--resolution', resolution],
  ];
  return {
    kind,
    folder,
    environment,
    file: async (name, lines) => {
      const path = join(folder, name);
      await writeFile(path, `${lines.join('\n')}\n`);
      return path;
    },
    importFile: (path, instrument, resolution) =>
      runHere('import', [path, ...options(instrument, resolution)], environment),
    importInProcess: (path, instrument, resolution) =>
      runCli('import', [path, ...options(instrument, resolution)], environment),
    exportSeries: (instrument, resolution, ...more) =>
      runHere('export', [...options(instrument, resolution), ...more], environment),
    leave: drop,
  };
}

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await createOperator(kind);
  });
  afterAll(() => operator.leave());

  test('an export equals the imported file, character by character', async () => {
    const path = await operator.file('good.csv', [HEADER, ...GOOD]);
    const stored = await operator.importInProcess(path, 'Bitfinex:BTC/USD', '1');
    expect(stored.code).toBe(0);
    expect(stored.out.trim().split('\n')).toEqual([
      'Recognised: Moneytrail export (UTF-8, commas, decimal point), oldest first',
      'Columns: time "time", open "open", high "high", low "low", close "close", volume "volume"',
      'Times: epoch seconds',
      'Interval: 1 minute',
      'To store: 500 bars of 1 minute',
      'First: 2024-03-01T00:00:00Z O 1.5 H 2.25 L 1 C 1.75 V 0',
      'Last:  2024-03-01T08:19:00Z O 1.5 H 2.25 L 1 C 1.75 V 62.375',
      'Note: while Bitfinex is simulated, its charts do not show these bars. To see them now, make an instrument of the file: --exchange Imported, or All Exchanges.',
      'Stored 500 bars of Bitfinex:BTC/USD 1.',
    ]);
    const out = join(operator.folder, 'out.csv');
    const written = await operator.exportSeries('BTCUSD.Bitfinex', '1', '--out', out);
    expect(written.code).toBe(0);
    expect(await readFile(out, 'utf8')).toBe(await readFile(path, 'utf8'));
  });

  test('an export holds the span that is asked for, on the standard output', async () => {
    const span = ['--from', '2024-03-01T01:00', '--to', '2024-03-01T01:02:00Z'];
    const series = ['--instrument', 'Bitfinex:BTCUSD', '--resolution', '1'];
    const { out } = await runCli('export', [...series, ...span], operator.environment);
    expect(out.trim().split('\n')).toEqual([HEADER, GOOD[60], GOOD[61]]);
  });

  test('D5: simulated bars keep the label of their first line, and never join real ones', async () => {
    const rows = [`# Simulated`, HEADER, ...GOOD.slice(0, 3)];
    const path = await operator.file('labelled.csv', rows);
    expect((await operator.importFile(path, 'Bitfinex:SOLUSD', '1')).code).toBe(0);
    const { out } = await operator.exportSeries('Bitfinex:SOLUSD', '1');
    expect(out.trim().split('\n')).toEqual(rows);
    expect((await operator.importFile(path, 'Bitfinex:SOLUSD', '1')).code).toBe(0);
    const real = await operator.file('real.csv', [HEADER, ...GOOD.slice(2, 5)]);
    expect((await operator.importFile(real, 'Bitfinex:SOLUSD', '1')).code).toBe(0);
    const exported = await operator.exportSeries('Bitfinex:SOLUSD', '1');
    expect(exported.out.trim().split('\n')).toEqual([HEADER, ...GOOD.slice(2, 5)]);
    const again = await operator.exportSeries('Bitfinex:SOLUSD', '1', '--simulated');
    expect(again.out.trim().split('\n')).toEqual(rows);
  });
});

test('a folder that the server uses is refused, and the process is named', async () => {
  const operator = await createOperator('pglite');
  const dataDir = operator.environment.DATA_DIR ?? '';
  const server = await openDatabase({ databaseUrl: null, dataDir, log: silentLog });
  const result = await operator.exportSeries('Bitfinex:BTCUSD', '1');
  await server.close();
  await operator.leave();
  expect(result.code).toBe(1);
  const owner = `pid ${process.pid} on ${hostname()}`;
  expect(result.err).toContain(`Another Moneytrail process (${owner}) uses ${dataDir}`);
});

describe('whatever the database', () => {
  let operator: Operator;
  beforeAll(async () => {
    // Every command opens its database anew, which a server does faster.
    operator = await createOperator('postgres');
  });
  afterAll(() => operator.leave());

  test('an import that is killed while it stores leaves nothing', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => {
      const seconds = START - (i + 1) * 60;
      return `${seconds},1.5,2.25,1,1.75,${i}`;
    });
    const path = await operator.file('large.csv', [HEADER, ...lines]);
    const databaseUrl = operator.environment.DATABASE_URL ?? '';
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log: silentLog });
    const count = async (table: 'bar_chunks' | 'bar_imports') => {
      const rows = await db
        .selectFrom(table)
        .select((of) => of.fn.countAll().as('n'))
        .execute();
      return Number(rows[0]?.n);
    };
    const before = [await count('bar_chunks'), await count('bar_imports')];
    const args = [path, '--instrument', 'Bitfinex:BTCUSD', '--resolution', '1'];
    const child = startCli('import', args, operator.environment);
    const ended = new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal)));
    // Another session that has changed rows and not committed them: the import, storing.
    const isStoring = async () => {
      const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and backend_xid is not null`.execute(db);
      return Number(rows[0]?.n) > 0;
    };
    await vi.waitFor(async () => expect(await isStoring()).toBe(true), {
      timeout: 60_000,
      interval: 5,
    });
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await vi.waitFor(async () => expect(await isStoring()).toBe(false), { timeout: 60_000 });
    expect([await count('bar_chunks'), await count('bar_imports')]).toEqual(before);
    await close();
    const stored = await operator.importFile(path, 'Bitfinex:BTCUSD', '1');
    expect(stored.out).toContain('Stored 60000 bars of Bitfinex:BTC/USD 1.\n');
  });

  test('one bad line and nothing is stored; every bad line is reported by its number', async () => {
    const path = await operator.file('bad.csv', [
      HEADER,
      `${START},1,2,1,1,5`,
      `${START + 60},1,0.5,1,1,5`,
      `${START + 90},1,2,1,1,5`,
      'yesterday,1,2,1,1,5',
      `${START},1,2,1,1,5`,
      `${START + 120},one,2,1,1,5`,
      `${START + 180},1,2`,
      '9999999960,1,2,1,1,5',
    ]);
    const { code, err } = await operator.importFile(path, 'Bitfinex:ETHUSD', '1');
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      'Line 3: its high is below its open or close',
      'Line 4: time is not the start of a bar; its bar starts at 2024-03-01T00:01:00.000Z',
      'Line 5: time "yesterday" is no time',
      'Line 7: a price is not finite',
      'Line 8: the column low is missing',
      'Line 9: it lies in the future',
      'Nothing was stored.',
    ]);
    expect((await operator.exportSeries('Bitfinex:ETHUSD', '1')).code).toBe(1);
  });

  test('gaps in a file are reported', async () => {
    const path = await operator.file('holes.csv', [
      HEADER,
      ...GOOD.filter((_, i) => i < 40 || i >= 100),
    ]);
    const { out } = await operator.importFile(path, 'Bitfinex:XRPUSD', '1');
    expect(out).toContain(
      'It leaves 1 gap (60 bars); the first from 2024-03-01T00:40:00.000Z to 2024-03-01T01:40:00.000Z.',
    );
  });

  test('times may be seconds, milliseconds or ISO 8601, and days are named by their date', async () => {
    const files = [
      ['1709251200,1,2,1,1,', '1709337600,1,2,1,1,'],
      ['1709424000000,1,2,1,1,', '1709510400000,1,2,1,1,'],
      ['2024-03-05,1,2,1,1,', '2024-03-06T05:00:00+05:00,1,2,1,1,'],
    ];
    for (const rows of files) {
      const path = await operator.file('times.csv', [HEADER, ...rows]);
      expect((await operator.importFile(path, 'Bitfinex:LTCUSD', '1d')).code).toBe(0);
    }
    const { out } = await operator.exportSeries('Bitfinex:LTCUSD', '1D');
    const times = out
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(times).toEqual([0, 1, 2, 3, 4, 5].map((day) => START + day * 86_400));
  });

  test('a question is asked once, answered by an option, and a dry run stores nothing', async () => {
    const path = await operator.file('mt4.csv', [
      '2024.01.02,00:00,1.5,2.25,1,1.75,5',
      '2024.01.02,00:01,1.5,2.25,1,1.75,6',
      '2024.01.02,00:02,1.5,2.25,1,1.75,7',
    ]);
    const run = (...more: string[]) =>
      runHere('import', [path, '--instrument', 'Bitfinex:ADAUSD', ...more], operator.environment);
    const asked = await run();
    expect(asked.code).toBe(1);
    expect(asked.err.trim().split('\n')).toEqual([
      'The times name no zone; those of MetaTrader 4 files are in the zone of their maker. Give --zone Etc/UTC.',
      'Nothing was stored.',
    ]);
    const dry = await run('--zone', 'Europe/Athens', '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain('First: 2024-01-01T22:00:00Z O 1.5');
    expect(dry.out).toContain('Nothing was stored: --dry-run.');
    expect((await operator.exportSeries('Bitfinex:ADAUSD', '1')).code).toBe(1);
    expect((await run('--zone', 'Europe/Athens')).out).toContain('Stored 3 bars of');
  });

  test('a file becomes an instrument of Imported, with longer bars, and a second file adds to it', async () => {
    const path = await operator.file('gold.csv', [
      'Ticker,Date,Open,High,Low,Close',
      ...['XAU', 'XAG'].flatMap((ticker) =>
        Array.from({ length: 30 }, (_, at) => {
          const time = new Date(Date.UTC(2024, 0, 3, 10, at)).toISOString();
          return `${ticker},${time},${at + 1},${at + 2},${at + 1},${at + 1.5}`;
        }),
      ),
    ]);
    const run = (...more: string[]) =>
      runHere(
        'import',
        [path, '--exchange', 'Imported', '--symbol', 'gold', ...more],
        operator.environment,
      );
    expect((await run()).err).toContain('--hours is missing');
    const described = ['--name', 'Gold, spot', '--type', 'commodity', '--hours', 'metals'];
    expect((await run(...described, '--access', 'everybody')).err).toMatch(/--access everybody/);
    const asked = await run(...described, '--access', 'signedIn');
    expect(asked).toMatchObject({ code: 1 });
    expect(asked.err).toContain('(XAU, XAG); one is imported at a time. Give --ticker XAU or XAG.');
    const suggested = await run('--ticker', 'XAU', '--dry-run');
    expect(suggested).toMatchObject({ code: 0, err: '' });
    expect(suggested.out).toContain('Suggested: type commodity, hours metals, because its name');
    const dry = ['--ticker', 'XAU', '--dry-run', ...described, '--access', 'signedIn'];
    expect(await run(...dry)).toMatchObject({ code: 0 });
    expect((await operator.exportSeries('Imported:GOLD', '1')).code).toBe(2);
    const made = await run(...described, '--access', 'signedIn', '--ticker', 'XAU');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('Stored 30 bars of Imported:GOLD 1.');
    const hours = await operator.exportSeries('Imported:GOLD', '60');
    expect(hours.out).toContain(`${Date.UTC(2024, 0, 3, 10) / 1_000},1,31,1,30.5,`);
    // An instrument that exists needs no words.
    const added = await run('--ticker', 'XAG');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toContain(
      'Adds to: Imported:GOLD, Gold, spot; type commodity, hours metals, access signedIn: kept',
    );
    const simulated = await operator.file('simulated.csv', ['# Simulated', HEADER, ...GOOD]);
    expect(await operator.importFile(simulated, 'Imported:GOLD', '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('labelled as simulated'),
    });
  });

  test('an instrument that does not exist is named', async () => {
    const result = await operator.importFile(
      await operator.file('any.csv', [HEADER]),
      'FMP:NOPE',
      '1',
    );
    expect(result).toMatchObject({ code: 2 });
    expect(result.err).toMatch('--instrument FMP:NOPE: Cannot resolve symbol FMP:NOPE');
  });
});

test('help names the columns, their units and the exit codes', async () => {
  for (const command of ['import', 'export'] as const) {
    const { code, out } = await runHere(command, ['--help'], {});
    expect(code).toBe(0);
    expect(out).toMatch(/time,open,high,low,close,volume[\s\S]*epoch seconds[\s\S]*Exit codes: 0/);
  }
});

test.each([
  [['nothing.csv', '--instrument', 'FMP:BTCUSD', '--resolution', '1'], 1, /nothing\.csv/],
  [
    ['x.csv', '--instrument', 'FMP:BTCUSD', '--resolution', '5'],
    2,
    /is built from finer bars.*1, 15, 60, 1D/,
  ],
  [['--instrument', 'FMP:BTCUSD', '--resolution', '1'], 2, /Name one CSV file/],
  [['x.csv', '--colour', 'red'], 2, /--colour/],
])('an import called with %j exits with %i and an explanation', async (args, code, message) => {
  const result = await runHere('import', args, {});
  expect(result.code).toBe(code);
  expect(result.err).toMatch(message);
});
