import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Texts are compared by their bytes, so that both databases and every locale sort alike. */
const COLUMNS: readonly (readonly [name: string, type: string, expression: string])[] = [
  ['name_key', 'text collate "C"', `lower(first_name || ' ' || last_name)`],
  ['search_text', 'text collate "C"', `lower(first_name || ' ' || last_name || ' ' || username)`],
  [
    'status_rank',
    'smallint',
    'case when access_revoked then 3 when is_approved then 2 when email_confirmed_at_ms is null then 1 else 0 end',
  ],
];

const INDEXES: readonly (readonly [name: string, columns: string])[] = [
  ['users_by_attention', 'least(status_rank, 2), (-created_at_ms), id'],
  ['users_by_name', 'name_key, id'],
  ['users_by_username', 'username collate "C", id'],
  ['users_by_type', 'user_type collate "C", name_key, id'],
  ['users_by_status', 'status_rank, name_key, id'],
  ['users_by_creation_and_id', 'created_at_ms, id'],
];

/** Made before there were lists, and for no sorting that they have. */
const FORMER_INDEXES = ['users_by_approval', 'users_by_creation'];

/** Search and sort columns of the users' list; every sort order has an index, so that all pages are equally fast. */
export const userLists: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of FORMER_INDEXES) await db.schema.dropIndex(name).execute();
    for (const [name, type, expression] of COLUMNS) {
      await sql`alter table users add column ${sql.ref(name)} ${sql.raw(type)}
        generated always as (${sql.raw(expression)}) stored`.execute(db);
    }
    for (const [name, columns] of INDEXES) {
      await sql`create index ${sql.ref(name)} on users (${sql.raw(columns)})
        where deleted_at_ms is null`.execute(db);
    }
  },
};
