import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createLayouts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('layouts')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('create_key', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('layouts_create_key', ['user_id', 'create_key'])
    .addCheckConstraint('layouts_revision', sql`revision >= 1`)
    .execute();
}

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('layout_versions')
    .addColumn('layout_id', 'bigint', (column) =>
      column.notNull().references('layouts.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('content_bytes', 'integer', (column) => column.notNull())
    .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('layout_versions_pkey', ['layout_id', 'revision'])
    .addCheckConstraint('layout_versions_bytes', sql`content_bytes between 0 and 1048576`)
    .execute();
}

async function createShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('layout_shares')
    .addColumn('layout_id', 'bigint', (column) =>
      column.primaryKey().references('layouts.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chart_templates')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('content_bytes', 'integer', (column) => column.notNull())
    .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chart_templates_pkey', ['user_id', 'tool', 'name'])
    .addCheckConstraint('chart_templates_bytes', sql`content_bytes between 1 and 262144`)
    .execute();
}

/** Stored charts: layouts with their last versions, links to them, and templates. */
export const layouts: Migration = {
  async up(db: Kysely<unknown>) {
    await createLayouts(db);
    await createVersions(db);
    await createShares(db);
    await createTemplates(db);
  },
};
