import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The audit chain gets a key and a head, so that missing newest entries show. Entries from before keep
 * their plain hash; the first keyed one makes them part of the chain. The head never goes back.
 */
export const auditHead: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('audit_entries')
      .addColumn('is_keyed', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
    await sql`alter table audit_entries alter column is_keyed drop default`.execute(db);
    await db.schema
      .createTable('audit_head')
      .addColumn('id', 'smallint', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('first_seq', 'bigint', (column) => column.notNull())
      .addColumn('last_seq', 'bigint', (column) => column.notNull())
      .addColumn('last_hash', 'text', (column) => column.notNull())
      .addColumn('disputed_seq', 'bigint')
      .addColumn('mac', 'text', (column) => column.notNull())
      .execute();
    await sql`
      create function refuse_audit_head_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if new.last_seq >= old.last_seq and new.first_seq >= old.first_seq then
            return new;
          end if;
        end if;
        raise exception 'the head of the audit only moves forward';
      end $$`.execute(db);
    await sql`
      create trigger audit_head_stays before update or delete on audit_head
      for each row execute function refuse_audit_head_change()`.execute(db);
    await sql`
      create trigger audit_head_stays_whole before truncate on audit_head
      for each statement execute function refuse_audit_head_change()`.execute(db);
    for (const column of ['actor_id', 'action', 'at_ms']) {
      await db.schema
        .createIndex(`audit_entries_by_${column}`)
        .on('audit_entries')
        .columns([column, 'seq'])
        .execute();
    }
  },
};
