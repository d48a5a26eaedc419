import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('marks')
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('formula_version', 'integer', (column) => column.notNull())
    .addColumn('is_simulated', 'boolean', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('is_strong', 'boolean', (column) => column.notNull())
    .addColumn('price', 'double precision', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('bar_open', 'double precision', (column) => column.notNull())
    .addColumn('bar_high', 'double precision', (column) => column.notNull())
    .addColumn('bar_low', 'double precision', (column) => column.notNull())
    .addColumn('bar_close', 'double precision', (column) => column.notNull())
    .addColumn('bar_volume', 'double precision')
    .addColumn('recorded_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('marks_key', [
      'instrument_id',
      'resolution',
      'formula_version',
      'is_simulated',
      'time',
      'side',
    ])
    .execute();
}

/** The database itself refuses to change what was published. */
async function protectMarks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change_of_marks() returns trigger language plpgsql as $$
    begin
      raise exception 'a published mark never changes';
    end $$
  `.execute(db);
  await sql`
    create trigger marks_never_change before update or delete on marks
    for each row execute function refuse_change_of_marks()
  `.execute(db);
}

/** The ledger of buy and sell marks: published marks, views of them, and later notes. */
export const marks: Migration = {
  async up(db: Kysely<unknown>) {
    await createMarks(db);
    await protectMarks(db);
    await db.schema
      .createTable('mark_ranges')
      .addColumn('instrument_id', 'integer', (column) => column.notNull())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('formula_version', 'integer', (column) => column.notNull())
      .addColumn('is_simulated', 'boolean', (column) => column.notNull())
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('to_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mark_ranges_key', [
        'instrument_id',
        'resolution',
        'formula_version',
        'is_simulated',
        'from_ms',
      ])
      .execute();
    await db.schema
      .createTable('mark_notes')
      .addColumn('instrument_id', 'integer', (column) => column.notNull())
      .addColumn('mark_id', 'text', (column) => column.notNull())
      .addColumn('is_simulated', 'boolean', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('noted_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mark_notes_key', [
        'instrument_id',
        'mark_id',
        'is_simulated',
        'text',
      ])
      .execute();
  },
};
