import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Files that administrators have dropped for an import, in parts, so that any process can receive and read them. They
 * are deleted a day later.
 */
export const importFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_files')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('size_bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('receiving'))
      .addColumn('done_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('request', 'jsonb')
      .addColumn('outcome', 'jsonb')
      .addCheckConstraint(
        'import_files_state',
        sql`state in ('receiving', 'reading', 'planned', 'refused', 'storing', 'stored', 'failed')`,
      )
      .execute();
    await db.schema
      .createTable('import_file_parts')
      .addColumn('file_id', 'uuid', (column) =>
        column.notNull().references('import_files.id').onDelete('cascade'),
      )
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('data', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_file_parts_key', ['file_id', 'part'])
      .execute();
  },
};
