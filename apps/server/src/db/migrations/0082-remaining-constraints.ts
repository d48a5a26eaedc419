import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATES = ['pending', 'active', 'past-due', 'paused', 'cancelled', 'expired'];
const CHECKS: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ['demo_mailbox', 'channel', ['email', 'sms']],
  ['demo_payments', 'provider', ['paypal', 'lemon']],
  ['outbox', 'channel', ['email', 'sms']],
  ['subscription_states', 'state', STATES],
];

/** What the last columns may hold that said so nowhere; a state of a subscription is of a plan that exists. */
export const remainingConstraints: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('outbox').dropConstraint('outbox_channel').execute();
    for (const [table, column, values] of CHECKS) {
      const rule = sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
      await db.schema.alterTable(table).addCheckConstraint(`${table}_${column}`, rule).execute();
    }
    await db.schema
      .alterTable('subscription_states')
      .addForeignKeyConstraint('subscription_states_plan', ['plan_id'], 'plans', ['id'])
      .execute();
  },
};
