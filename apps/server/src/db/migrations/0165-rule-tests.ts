import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tests of trading rules, with their results. */
export const ruleTests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rule_tests')
      .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('asked', 'text', (column) => column.notNull())
      .addColumn('instrument_ids', sql`integer[]`, (column) => column.notNull())
      .addColumn('locked', 'integer', (column) => column.notNull())
      .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('reason', 'text')
      .addColumn('asked_hash', 'text', (column) => column.notNull())
      .addColumn('data_version', 'text')
      .addColumn('result', 'bytea')
      .addCheckConstraint(
        'rule_tests_state',
        sql`state in ('waiting', 'running', 'done', 'failed')`,
      )
      .addCheckConstraint('rule_tests_result', sql`(state = 'done') = (result is not null)`)
      .addCheckConstraint('rule_tests_version', sql`(state = 'done') = (data_version is not null)`)
      .addCheckConstraint('rule_tests_reason', sql`(state = 'failed') = (reason is not null)`)
      .execute();
    await db.schema
      .createIndex('rule_tests_user')
      .on('rule_tests')
      .columns(['user_id', 'id'])
      .execute();
    // An account has one test at a time that waits or runs.
    await sql`create unique index rule_tests_pending on rule_tests (user_id)
      where state in ('waiting', 'running')`.execute(db);
    await db.schema
      .createIndex('rule_tests_asked')
      .on('rule_tests')
      .columns(['asked_hash', 'data_version'])
      .execute();
  },
};
