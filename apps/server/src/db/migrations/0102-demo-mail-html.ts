import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keeps the HTML of a mail in the demo mailbox beside its text. */
export const demoMailHtml: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('demo_mailbox').addColumn('html', 'text').execute();
  },
};
