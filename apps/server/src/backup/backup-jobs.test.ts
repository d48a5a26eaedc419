import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@moneytrail/calendar';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../config.ts';
import { type DatabaseHandle, openDatabase } from '../db/index.ts';
import {
  createEmptyPlace,
  createTestPlace,
  DATABASE_KINDS,
  type DatabaseKind,
  silentLog,
  type TestPlace,
  USUAL_KINDS,
} from '../db/testing/test-database.ts';
import { runJob } from '../jobs/testing/run-job.ts';
import { createMetrics } from '../metrics.ts';
import { createAudit } from '../modules/audit/index.ts';
import { addBackupFigures } from './backup-folder.ts';
import { backupJobs } from './jobs.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = Date.parse('2026-11-20T02:37:00Z');
const secret = 'a secret for tests that is long enough';
const MAKE = 'backup.make-backup';
const REHEARSE = 'backup.rehearse-restore';
/** Hours of the backups that are made while others write. */
const HOURS = process.env.TEST_LONG === 'true' ? [0, 1, 2] : [0];

/** A server with its own database that writes backups; tests move its clock. */
async function startServer(kind: DatabaseKind, kept = 3) {
  const place = await createTestPlace(kind);
  onTestFinished(place.drop);
  const rehearsal = kind === 'postgres' ? await createEmptyPlace(kind) : null;
  if (rehearsal) onTestFinished(rehearsal.drop);
  const folder = join(await mkdtemp(join(tmpdir(), 'moneytrail-backups-')), 'kept');
  onTestFinished(() => rm(join(folder, '..'), { recursive: true, force: true }));
  const database = await openDatabase({ ...place, log: silentLog });
  onTestFinished(() => database.close());
  const clock = { nowMs: NOW, now: () => clock.nowMs };
  const rehearsalUrl = rehearsal?.databaseUrl ?? null;
  const backup: Config['backup'] = { folder, every: 'day', kept, rehearsalUrl };
  const config = { backup, databaseDirectUrl: place.databaseUrl, dataDir: place.dataDir };
  const { copyFiles } = database;
  const jobs = backupJobs({ config, copyFiles, clock, log: silentLog, secret });
  const audit = createAudit({ db: database.db, clock, log: silentLog, secret });
  await audit.record({ action: 'one', actorId: null, subjectId: null });
  return { place, folder, database, clock, jobs, audit, rehearsal, config };
}

/** Writes until stopped; resolves to the number of stored rows. */
function keepWriting({ db }: DatabaseHandle) {
  let isOver = false;
  let stored = 0;
  const work = (async () => {
    while (!isOver) {
      await sql`insert into error_log values
        (${`row ${stored}`}, 'http', 'error', ${'x'.repeat(5_000)}, '{}', 1, 1, 2)`.execute(db);
      stored++;
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await work;
      return stored;
    },
  };
}

async function restored(place: TestPlace, from: string): Promise<DatabaseHandle> {
  const target = { ...place, log: silentLog };
  await restoreBackup(target, from, { isReplacing: false, nowMs: NOW });
  const database = await openDatabase(target);
  onTestFinished(() => database.close());
  return database;
}

describe.each(DATABASE_KINDS)('C66: backups of a running server, on %s', (kind) => {
  test('hold everything that was committed before, and nothing half, while others write', async () => {
    const { folder, database, jobs, clock } = await startServer(kind);
    const { db } = database;
    await sql`insert into demo_anchor (id, anchor_ms) values (1, 42)
      on conflict (id) do update set anchor_ms = 42`.execute(db);
    const writer = keepWriting(database);
    for (const hours of HOURS) {
      clock.nowMs = NOW + hours * HOUR_MS;
      await runJob(jobs, MAKE);
    }
    const stored = await writer.end();
    expect(stored).toBeGreaterThan(0);
    for (const name of await readdir(folder)) {
      const target = await createEmptyPlace(kind);
      onTestFinished(target.drop);
      const copy = await restored(target, join(folder, name));
      const { rows } = await sql<{ rows: number; last: string | null }>`
        select count(*)::int as rows, max(substr(fingerprint, 5)::int)::text as last
        from error_log`.execute(copy.db);
      const [{ rows: count, last } = { rows: 0, last: null }] = rows;
      // The rows before the moment of the backup, none left out among them.
      expect(count).toBeLessThanOrEqual(stored);
      expect(count).toBe(last === null ? 0 : Number(last) + 1);
      const anchor = await sql<{ anchor_ms: number }>`select anchor_ms from demo_anchor`.execute(
        copy.db,
      );
      expect(anchor.rows).toEqual([{ anchor_ms: 42 }]);
    }
  });

  test('are restored in rehearsals that leave nothing behind; metrics report the age of both', async () => {
    const { folder, jobs, clock, rehearsal } = await startServer(kind);
    const metrics = createMetrics({ warn: () => undefined });
    addBackupFigures(metrics, folder, clock);
    const scraped = await metrics.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => void scraped.close());
    // A server that listens on a port has an address of this kind.
    const { port } = scraped.address() as AddressInfo;
    const told = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const figure = (name: string) => new RegExp(`^moneytrail_${name} (.*)$`, 'm').exec(text)?.[1];
      return [figure('backup_age_seconds'), figure('backup_rehearsal_age_seconds')];
    };
    expect(await told()).toEqual(['+Inf', '+Inf']);
    await expect(runJob(jobs, REHEARSE)).rejects.toThrow('holds no whole backup');
    await runJob(jobs, MAKE);
    clock.nowMs += HOUR_MS;
    await runJob(jobs, REHEARSE);
    clock.nowMs += HOUR_MS;
    expect(await told()).toEqual(['7200', '3600']);
    if (rehearsal) {
      const { db, close } = await openDatabase({ ...rehearsal, log: silentLog });
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from users`.execute(db);
      await close();
      expect(rows).toEqual([{ count: 0 }]);
    }
  });
});

describe.each(USUAL_KINDS)('C66: backups, on %s', (kind) => {
  test('are readable by their owner alone, and the newest stay', async () => {
    const { folder, jobs, clock } = await startServer(kind, 2);
    await mkdir(join(folder, 'not-a-backup'), { recursive: true });
    const unfinished = join(folder, 'moneytrail-2026-11-01T00-00-00-000Z');
    const underWay = join(folder, 'moneytrail-2026-11-20T02-36-00-000Z');
    for (const path of [unfinished, underWay]) await mkdir(path);
    await utimes(unfinished, NOW / SECOND_MS, (NOW - 2 * DAY_MS) / SECOND_MS);
    await utimes(underWay, NOW / SECOND_MS, (NOW - HOUR_MS) / SECOND_MS);
    for (const days of [0, 1, 2]) {
      clock.nowMs = NOW + (days * HOUR_MS) / 2;
      await runJob(jobs, MAKE);
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      'moneytrail-2026-11-20T02-36-00-000Z',
      'moneytrail-2026-11-20T03-07-00-000Z',
      'moneytrail-2026-11-20T03-37-00-000Z',
      'not-a-backup',
    ]);
    const newest = join(folder, 'moneytrail-2026-11-20T03-37-00-000Z');
    expect((await stat(newest)).mode & 0o777).toBe(0o700);
  });

  test('that are damaged, or whose record is broken, fail their rehearsal', async () => {
    const { folder, jobs, database } = await startServer(kind);
    await sql`alter table audit_entries disable trigger all`.execute(database.db);
    await sql`update audit_entries set action = 'another'`.execute(database.db);
    await runJob(jobs, MAKE);
    await expect(runJob(jobs, REHEARSE)).rejects.toThrow('record of who did what is broken');
    const [name = ''] = await readdir(folder);
    const path = join(folder, name, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    manifest.rows['public.users'] = 7;
    await writeFile(path, JSON.stringify(manifest));
    await expect(runJob(jobs, REHEARSE)).rejects.toThrow('public.users: 7 in the backup');
    expect(await readdir(folder)).toEqual([name]);
  });
});

test('without a folder nothing is backed up, and without a database for it nothing is rehearsed', () => {
  const given = { copyFiles: null, clock: { now: () => NOW }, log: silentLog, secret };
  const where = { databaseDirectUrl: 'postgres://db.example/moneytrail', dataDir: '/nowhere' };
  const namesOf = (backup: Config['backup']) =>
    backupJobs({ ...given, config: { ...where, backup } }).map(({ name, schedule }) => [
      name,
      schedule,
    ]);
  expect(namesOf(null)).toEqual([]);
  const backup = { folder: '/backups', every: 'hour', kept: 48, rehearsalUrl: null } as const;
  expect(namesOf(backup)).toEqual([[MAKE, '37 * * * *']]);
});
