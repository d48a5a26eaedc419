import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../db/index.ts';
import {
  createTestPlace,
  DATABASE_KINDS,
  type DatabaseKind,
  silentLog,
  type TestPlace,
  USUAL_KINDS,
} from '../db/testing/test-database.ts';
import { addSession } from '../modules/live/testing/add-session.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { breakOffAfterCommit } from './testing/break-off.ts';

const NOW = Date.parse('2026-11-22T03:07:00Z');

/** A migrated database with some rows and no connections. */
async function createPlace(
  kind: DatabaseKind,
  work: (database: DatabaseHandle) => Promise<unknown>,
): Promise<TestPlace> {
  const place = await createTestPlace(kind);
  onTestFinished(place.drop);
  const database = await openDatabase({ ...place, log: silentLog });
  await work(database);
  await database.close();
  return place;
}

/** A backup with an open session in it, and another place whose one session is its own. */
async function prepare(
  kind: DatabaseKind,
  work: (database: DatabaseHandle) => Promise<unknown> = async () => undefined,
) {
  const place = await createPlace(kind, async (database) => {
    await addSession(database.db, 'restored');
    await work(database);
  });
  const to = await mkdtemp(join(tmpdir(), 'moneytrail-restored-'));
  onTestFinished(() => rm(to, { recursive: true, force: true }));
  const { folder } = await makeBackup({ ...place, log: silentLog }, to, NOW);
  const other = await createPlace(kind, ({ db }) => addSession(db, 'held'));
  const files = await readdir(other.dataDir);
  const restore = () =>
    restoreBackup({ ...other, log: silentLog }, folder, { isReplacing: true, nowMs: NOW });
  /** The sessions of the other place by now, and what its folder has beside what it had. */
  const found = async () => {
    const added = (await readdir(other.dataDir)).filter((name) => !files.includes(name));
    const { db, close } = await openDatabase({ ...other, log: silentLog });
    const sessions =
      await sql`select id, ended_at_ms, end_reason from sessions order by id`.execute(db);
    const noted = await sql`select user_id from access_changes`.execute(db);
    const pushed = await sql`select session_id from push_subscriptions`.execute(db);
    await close();
    return { added, sessions: sessions.rows, noted: noted.rows, pushed: pushed.rows };
  };
  return { folder, restore, found };
}

const UNTOUCHED = {
  added: [],
  sessions: [{ id: 'held', ended_at_ms: null, end_reason: null }],
  noted: [],
  pushed: [],
};

describe.each(DATABASE_KINDS)('C66: a restore, on %s', (kind) => {
  test('refuses unknown tables and differing row counts, and ends all sessions of what it restores, which is recorded', async () => {
    const { folder, restore, found } = await prepare(kind, async ({ db }) => {
      await addSession(db, 'signed out');
      const end = { ended_at_ms: 7, end_reason: 'sign-out' } as const;
      await db.updateTable('sessions').set(end).where('id', '=', 'signed out').execute();
      await db.deleteFrom('access_changes').execute();
      const browser = { endpoint: 'https://push.example/1', p256dh: 'x', auth: 'y' };
      const of = { user_id: 'restored', session_id: 'restored', created_at_ms: 7 };
      await db
        .insertInto('push_subscriptions')
        .values({ ...browser, ...of })
        .execute();
    });
    const path = join(folder, 'manifest.json');
    const whole = await readFile(path, 'utf8');
    const manifest = JSON.parse(whole);
    const { 'public.sessions': _, ...rows } = manifest.rows;
    await writeFile(path, JSON.stringify({ ...manifest, rows }));
    await expect(restore()).rejects.toThrow('public.sessions: none in the backup, 2 restored');
    rows['public.sessions'] = 3;
    await writeFile(path, JSON.stringify({ ...manifest, rows }));
    await expect(restore()).rejects.toThrow('public.sessions: 3 in the backup, 2 restored');
    expect(await found()).toEqual(UNTOUCHED);
    await writeFile(path, whole);
    await restore();
    expect(await found()).toEqual({
      added: kind === 'postgres' ? [] : [`database.before-${NOW}`],
      sessions: [
        { id: 'restored', ended_at_ms: NOW, end_reason: 'restored' },
        { id: 'signed out', ended_at_ms: 7, end_reason: 'sign-out' },
      ],
      noted: [{ user_id: 'restored' }],
      pushed: [],
    });
  });
});

test.each(USUAL_KINDS)(
  'C66: a restore on %s fails if its sessions cannot be ended',
  async (kind) => {
    const { restore, found } = await prepare(kind, async ({ db }) => {
      await sql`create function refuse_end() returns trigger language plpgsql as $$
        begin raise exception 'sessions go on'; end $$`.execute(db);
      await sql`create trigger go_on before update on sessions
        for each row execute function refuse_end()`.execute(db);
    });
    await expect(restore()).rejects.toThrow('sessions go on');
    expect(await found()).toEqual(UNTOUCHED);
  },
);

test('C66: a restore that breaks off once its data are committed has ended the sessions', async () => {
  const { restore, found } = await prepare('postgres');
  await breakOffAfterCommit();
  await expect(restore()).rejects.toThrow('broken off after the commit');
  expect(await found()).toMatchObject({
    sessions: [{ id: 'restored', ended_at_ms: NOW, end_reason: 'restored' }],
  });
});
