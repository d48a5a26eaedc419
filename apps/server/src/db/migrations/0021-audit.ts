import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The audit log. No role may change an entry; an entry is deleted only after the 24 months of its retention.
 */
export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_entries')
      .addColumn('seq', 'bigint', (column) => column.primaryKey())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('subject_id', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('reason', 'text')
      .addColumn('address', 'text')
      .addColumn('device_id', 'text')
      .addColumn('request_id', 'text')
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('audit_entries_subject')
      .on('audit_entries')
      .columns(['subject_id', 'seq'])
      .execute();
    await sql`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.at_ms < extract(epoch from now() - interval '24 months') * 1000 then
            return old;
          end if;
        end if;
        raise exception 'audit entries are only ever added';
      end $$`.execute(db);
    await sql`
      create trigger audit_entries_stay before update or delete on audit_entries
      for each row execute function refuse_audit_change()`.execute(db);
    await sql`
      create trigger audit_entries_stay_whole before truncate on audit_entries
      for each statement execute function refuse_audit_change()`.execute(db);
  },
};
