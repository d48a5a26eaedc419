import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { allowOnly } from './allow-only.ts';

const RESOLUTIONS = ['60', '240', '1D', '1W'];

/** Studies that the screens of accounts ask for, and their figures at the last closed bars of instruments. */
export const studyFigures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('asked_studies')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('study', 'text', (column) => column.notNull())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('asked_studies_pkey', ['user_id', 'study', 'resolution'])
      .execute();
    await db.schema
      .createTable('study_figures')
      .addColumn('instrument_id', 'integer', (column) =>
        column.notNull().references('instruments.id').onDelete('cascade'),
      )
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('is_simulated', 'boolean', (column) => column.notNull())
      .addColumn('technical_version', 'integer', (column) => column.notNull())
      .addColumn('bar_time', 'bigint', (column) => column.notNull())
      .addColumn('close', 'double precision', (column) => column.notNull())
      .addColumn('studies', 'text', (column) => column.notNull())
      .addColumn('figures', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('study_figures_pkey', [
        'instrument_id',
        'resolution',
        'is_simulated',
      ])
      .execute();
    await allowOnly(db, [
      ['asked_studies', 'resolution', RESOLUTIONS],
      ['study_figures', 'resolution', RESOLUTIONS],
    ]);
  },
};
