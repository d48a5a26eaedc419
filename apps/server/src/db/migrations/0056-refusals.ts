import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Subscriptions remember why they were cancelled instead of granted; of older ones that is not known. */
export const refusals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('provider_subscriptions').addColumn('refusal', 'text').execute();
    await db.schema
      .alterTable('provider_subscriptions')
      .addCheckConstraint(
        'provider_subscriptions_refusal',
        sql`refusal in ('not-as-asked', 'second', 'trial-used', 'no-use')`,
      )
      .execute();
  },
};
