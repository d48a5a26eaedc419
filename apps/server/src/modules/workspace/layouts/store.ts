import type { LayoutHead, LayoutVersionHead } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/index.ts';
import { heldBy, type Owner } from '../owner.ts';
import type { VersionFacts } from './kept-versions.ts';

/** The data of one version. */
export type LayoutData = { name: string; symbol: string; resolution: string; content: string };
/** A layout is always looked up with its owner. */
export type LayoutKey = Owner & { id: number };
export type PresentLayout = LayoutData & { revision: number; savedAtMs: number };
/** `contentBytes` in UTF-8. */
export type NewVersion = PresentLayout & { contentBytes: number; isKept: boolean };

const HEAD = [
  'v.name',
  'v.symbol',
  'v.resolution',
  'v.revision',
  'v.saved_at_ms as savedAtMs',
] as const;

export function presentVersions(db: Db) {
  return db
    .selectFrom('layouts as l')
    .innerJoin('layout_versions as v', (join) =>
      join.onRef('v.layout_id', '=', 'l.id').onRef('v.revision', '=', 'l.revision'),
    );
}

function headsOf(db: Db, { userId, spaces }: Owner) {
  return presentVersions(db)
    .leftJoin('layout_shares as s', 's.layout_id', 'l.id')
    .where('l.user_id', '=', userId)
    .where('l.space', 'in', spaces)
    .select(['l.id', ...HEAD])
    .select(sql<boolean>`s.layout_id is not null`.as('isShared'));
}

/** Most recently saved first. */
export function findLayouts(db: Db, owner: Owner): Promise<LayoutHead[]> {
  return headsOf(db, owner).orderBy('v.saved_at_ms', 'desc').orderBy('l.id', 'desc').execute();
}

export async function findLayout(
  db: Db,
  key: LayoutKey,
): Promise<(LayoutHead & { content: string }) | null> {
  const query = headsOf(db, key).where('l.id', '=', key.id).select('v.content');
  return (await query.executeTakeFirst()) ?? null;
}

/** The current version, without the shared flag. */
export async function findPresent(db: Db, key: LayoutKey): Promise<PresentLayout | null> {
  const query = presentVersions(db)
    .where('l.user_id', '=', key.userId)
    .where('l.space', 'in', key.spaces)
    .where('l.id', '=', key.id)
    .select([...HEAD, 'v.content']);
  return (await query.executeTakeFirst()) ?? null;
}

/** The layout that a user created with a key, and its creation time. */
export async function findCreated(
  db: Db,
  { userId, spaces }: Owner,
  key: string,
): Promise<{ id: number; savedAtMs: number } | null> {
  const query = db
    .selectFrom('layouts')
    .select(['id', 'created_at_ms as savedAtMs'])
    .where('user_id', '=', userId)
    .where('space', '=', spaces[0])
    .where('create_key', '=', key);
  return (await query.executeTakeFirst()) ?? null;
}

export async function insertLayout(
  trx: Trx,
  row: Owner & { key: string | null; nowMs: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('layouts')
    .values({
      user_id: row.userId,
      space: row.spaces[0],
      create_key: row.key,
      revision: 1,
      created_at_ms: row.nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setRevision(trx: Trx, id: number, revision: number): Promise<void> {
  await trx.updateTable('layouts').set({ revision }).where('id', '=', id).execute();
}

/** Marks a version that stays: a step replaced it, or the user saved it on purpose. */
export async function markVersion(
  trx: Trx,
  { id, revision }: { id: number; revision: number },
  mark: { is_before_step: true } | { is_kept: true },
): Promise<void> {
  await trx
    .updateTable('layout_versions')
    .set(mark)
    .where('layout_id', '=', id)
    .where('revision', '=', revision)
    .execute();
}

export async function insertVersion(
  trx: Trx,
  id: number,
  { savedAtMs, revision, contentBytes, isKept, ...data }: NewVersion,
): Promise<void> {
  await trx
    .insertInto('layout_versions')
    .values({
      ...data,
      layout_id: id,
      revision,
      saved_at_ms: savedAtMs,
      content_bytes: contentBytes,
      is_kept: isKept,
    })
    .execute();
}

/** Newest first. */
export function findVersionFacts(trx: Trx, id: number): Promise<VersionFacts[]> {
  return trx
    .selectFrom('layout_versions')
    .select([
      'revision',
      'saved_at_ms as savedAtMs',
      'content_bytes as contentBytes',
      'is_before_step as isBeforeStep',
      'is_kept as isKept',
    ])
    .where('layout_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
}

export async function removeVersions(trx: Trx, id: number, revisions: number[]): Promise<void> {
  await trx
    .deleteFrom('layout_versions')
    .where('layout_id', '=', id)
    .where('revision', 'in', revisions)
    .execute();
}

/** Drops the oldest of a user's older versions, across all layouts, until they hold at most `mostBytes` of UTF-8. */
export async function dropOldestVersions(
  trx: Trx,
  userId: string,
  mostBytes: number,
): Promise<void> {
  await sql`
    delete from layout_versions where (layout_id, revision) in (
      select layout_id, revision from (
        select v.layout_id, v.revision,
          sum(v.content_bytes) over (order by v.saved_at_ms desc, v.layout_id, v.revision) as held
        from layouts l
        join layout_versions v on v.layout_id = l.id and v.revision <> l.revision
        where l.user_id = ${userId}
      ) as older
      where held > ${mostBytes}
    )`.execute(trx);
}

function versionsOf(db: Db, { userId, spaces, id }: LayoutKey) {
  return db
    .selectFrom('layouts as l')
    .innerJoin('layout_versions as v', 'v.layout_id', 'l.id')
    .where('l.user_id', '=', userId)
    .where('l.space', 'in', spaces)
    .where('l.id', '=', id)
    .select(HEAD);
}

/** Newest first; empty for a missing layout. */
export function findVersions(db: Db, key: LayoutKey): Promise<LayoutVersionHead[]> {
  return versionsOf(db, key).orderBy('v.revision', 'desc').execute();
}

export async function findVersion(
  db: Db,
  key: LayoutKey,
  revision: number,
): Promise<PresentLayout | null> {
  const query = versionsOf(db, key).where('v.revision', '=', revision).select('v.content');
  return (await query.executeTakeFirst()) ?? null;
}

/** False if there was nothing to remove. */
export async function removeLayout(db: Db, { userId, spaces, id }: LayoutKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('layouts')
    .where('user_id', '=', userId)
    .where('space', 'in', spaces)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The number of layouts and their current size with shared copies, in UTF-8: in the spaces of an owner, or in those of all
 * other charting clients together.
 */
export async function measureLayouts(
  trx: Trx,
  owner: Owner,
  of: 'owner' | 'clients',
): Promise<{ count: number; bytes: number }> {
  // `octet_length` does not read the text.
  return presentVersions(trx)
    .leftJoin('layout_shares as s', 's.layout_id', 'l.id')
    .where('l.user_id', '=', owner.userId)
    .where(heldBy(owner, of, 'l.space'))
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(v.content_bytes + coalesce(octet_length(s.content), 0)), 0)::bigint`.as(
        'bytes',
      ),
    ])
    .executeTakeFirstOrThrow();
}
