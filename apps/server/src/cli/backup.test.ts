import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/index.ts';
import {
  createEmptyPlace,
  createTestPlace,
  DATABASE_KINDS,
  type DatabaseKind,
  silentLog,
  type TestPlace,
} from '../db/testing/test-database.ts';
import { openJobs } from '../jobs/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { runCli } from './testing/run-cli.ts';
import { runHere } from './testing/run-here.ts';

const clock = { now: Date.now };
const secret = 'a secret for tests that is long enough';
const silent = { ...silentLog };

const environmentOf = ({ databaseUrl, dataDir }: TestPlace): Record<string, string> => ({
  AUTH_SECRET: secret,
  DATA_DIR: dataDir,
  ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
});

async function openPlace(kind: DatabaseKind, make = createTestPlace): Promise<TestPlace> {
  const place = await make(kind);
  onTestFinished(place.drop);
  return place;
}

/** A database with an account, the record of it, a job that waits and a number that is counted up. */
async function fill(place: TestPlace): Promise<void> {
  const database = await openDatabase({ ...place, log: silent });
  const { db } = database;
  await sql`insert into error_log values
    ('a', 'http', 'error', 'it''s "quoted" – ünïcode', '{"a":1}', 3, 1, 2)`.execute(db);
  for (const action of ['one', 'two', 'three']) {
    const entry = { action, actorId: null, subjectId: null };
    await createAudit({ db, clock, log: silent, secret }).record(entry);
  }
  const jobs = await openJobs({ database, clock, log: silent }, { isWorker: false });
  await jobs.close();
  await database.close();
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'moneytrail-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything in the public tables, as text; then it may be changed by a statement. */
async function contentOf(place: TestPlace, change?: string): Promise<string> {
  const database = await openDatabase({ ...place, log: silent });
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(database.db);
  const parts: string[] = [];
  for (const { name } of rows) {
    const found = await sql<{
      rows: string;
    }>`select coalesce(json_agg(t order by t::text), '[]')::text
      as rows from ${sql.table(name)} as t`.execute(database.db);
    parts.push(`${name} ${found.rows[0]?.rows}`);
  }
  if (change) await sql.raw(change).execute(database.db);
  await database.close();
  return parts.join('\n');
}

describe.each(DATABASE_KINDS)('C66: a backup, on %s', (kind) => {
  // Only one kind runs in a separate process, as operators run it: loading takes seconds.
  const run = kind === 'postgres' ? runCli : runHere;

  test('is restored row for row, with audit log and queues intact, and replaces data only with --replace', async () => {
    const place = await openPlace(kind);
    await fill(place);
    const to = await makeFolder();
    const made = await run('backup', ['--to', to], environmentOf(place));
    expect(made).toMatchObject({ code: 0, err: '' });
    const [name = ''] = await readdir(to);
    const from = join(to, name);
    const { rows } = JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8'));
    expect(rows).toMatchObject({ 'public.audit_entries': 3, 'public.error_log': 1 });
    expect(rows['pgboss.version']).toBe(1);
    const whole = await contentOf(place);

    const fresh = await openPlace(kind, createEmptyPlace);
    const restored = await run('restore', ['--from', from], environmentOf(fresh));
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain(`all ${Object.keys(rows).length} tables have the rows`);
    expect(restored.out).toContain('All sessions are ended');
    expect(restored.out).toContain('The record of who did what is whole: 3 entries.');
    expect(await contentOf(fresh, 'delete from error_log')).toBe(whole);

    const emptied = await contentOf(fresh);
    expect(emptied).not.toBe(whole);
    const again = (...more: string[]) =>
      runHere('restore', ['--from', from, ...more], environmentOf(fresh));
    expect(await again()).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
    expect(await contentOf(fresh)).toBe(emptied);
    expect(await again('--replace')).toMatchObject({ code: 0, err: '' });
    expect(await contentOf(fresh)).toBe(whole);

    await rm(join(from, 'manifest.json'));
    const half = await again('--replace');
    expect(half).toMatchObject({ code: 1, err: expect.stringContaining('holds no backup') });
  });

  test('is neither made nor restored beside a process that may not be there', async () => {
    const place = await openPlace(kind);
    const to = await makeFolder();
    const running = await openDatabase({ ...place, log: silent });
    onTestFinished(() => running.close());
    // A running process always holds a connection; an idle pool closes its connections.
    let letGo = () => {};
    const isUsed = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const use = running.db.connection().execute(() => isUsed);
    onTestFinished(async () => {
      letGo();
      await use;
    });
    const made = await runHere('backup', ['--to', to], environmentOf(place));
    // PostgreSQL is backed up beside its server; the embedded database is not.
    expect(made.code).toBe(kind === 'postgres' ? 0 : 1);
    if (kind === 'pglite') {
      expect(made.err).toContain('Another Moneytrail process');
      expect(await readdir(to)).toEqual([]);
      return;
    }
    const [name = ''] = await readdir(to);
    const restored = await runHere(
      'restore',
      ['--from', join(to, name), '--replace'],
      environmentOf(place),
    );
    expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('Stop every process') });
  });
});

describe('C66: a restore that fails leaves PostgreSQL as it was', () => {
  async function makeBoth() {
    const place = await openPlace('postgres');
    await fill(place);
    const to = await makeFolder();
    await runHere('backup', ['--to', to], environmentOf(place));
    const [name = ''] = await readdir(to);
    const from = join(to, name);
    const other = await openPlace('postgres');
    const dump = join(from, 'database.dump');
    const manifest = join(from, 'manifest.json');
    return { from, dump, manifest, other, before: await contentOf(other) };
  }
  const replace = (from: string, other: TestPlace, more: Record<string, string> = {}) =>
    runHere('restore', ['--from', from, '--replace'], { ...environmentOf(other), ...more });
  const note = async (path: string, change: (content: Record<string, unknown>) => void) => {
    const content = JSON.parse(await readFile(path, 'utf8'));
    change(content);
    await writeFile(path, JSON.stringify(content));
  };

  test('is refused if the dump is damaged, and readable by its owner alone', async () => {
    const { from, dump, other, before } = await makeBoth();
    expect((await stat(dump)).mode & 0o777).toBe(0o600);
    const { size } = await stat(dump);
    await truncate(dump, size - 100);
    const answer = await replace(from, other);
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
    expect(await contentOf(other)).toBe(before);
  });

  test('where the programs are not installed', async () => {
    const { from, other, before } = await makeBoth();
    const answer = await replace(from, other, { PATH: '/nonexistent' });
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('cannot be run') });
    expect(await contentOf(other)).toBe(before);
  });

  test('where it is no dump at all, or breaks off in the middle', async () => {
    const { from, dump, manifest, other, before } = await makeBoth();
    const whole = await readFile(dump);
    for (const part of [Buffer.from('no dump'), whole.subarray(0, whole.length - 3_000)]) {
      await writeFile(dump, part);
      await note(manifest, (content) => {
        const sha256 = createHash('sha256').update(part).digest('hex');
        content.dump = { bytes: part.length, sha256 };
      });
      const answer = await replace(from, other);
      expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('pg_restore failed') });
      expect(await contentOf(other)).toBe(before);
    }
  });

  test('where rows differ, and restores a backup from before dumps had a hash', async () => {
    const { from, manifest, other, before } = await makeBoth();
    await note(manifest, (content) => {
      delete content.dump;
      Object.assign(Object(content.rows), { 'public.error_log': 2 });
    });
    const answer = await replace(from, other);
    expect(answer).toMatchObject({
      code: 1,
      err: expect.stringContaining('public.error_log: 2 in the backup, 1 restored'),
    });
    expect(await contentOf(other)).toBe(before);
    await note(manifest, (content) => {
      Object.assign(Object(content.rows), { 'public.error_log': 1 });
    });
    expect(await replace(from, other)).toMatchObject({ code: 0, err: '' });
  });
});
