import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Keeps the charts of other charting clients apart by client and user, and from those of our own page. Charts that such
 * clients saved before belong to all clients of their account; the contents of our page begin with their version.
 */
export const chartSpaces: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['layouts', 'chart_templates']) {
      await db.schema
        .alterTable(table)
        .addColumn('space', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await sql`update layouts set space = '*' where not exists (
      select from layout_versions v where v.layout_id = layouts.id
        and v.revision = layouts.revision and v.content ~ '^\\{"version":\\d')`.execute(db);
    await sql`update chart_templates set space = '*' where tool not like 'moneytrail/%'`.execute(
      db,
    );
    await sql`alter table chart_templates drop constraint chart_templates_pkey`.execute(db);
    await sql`alter table chart_templates
      add constraint chart_templates_pkey primary key (user_id, space, tool, name)`.execute(db);
    await sql`alter table layouts drop constraint layouts_create_key`.execute(db);
    await sql`alter table layouts
      add constraint layouts_create_key unique (user_id, space, create_key)`.execute(db);
  },
};
