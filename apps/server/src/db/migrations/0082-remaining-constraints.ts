import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AllowedValues, allowOnly } from './allow-only.ts';

const STATES = ['pending', 'active', 'past-due', 'paused', 'cancelled', 'expired'];
const CHECKS: readonly AllowedValues[] = [
  ['demo_mailbox', 'channel', ['email', 'sms']],
  ['demo_payments', 'provider', ['paypal', 'lemon']],
  ['outbox', 'channel', ['email', 'sms']],
  ['subscription_states', 'state', STATES],
];

/** Constraints of the remaining columns; a subscription's state references an existing plan. */
export const remainingConstraints: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('outbox').dropConstraint('outbox_channel').execute();
    await allowOnly(db, CHECKS);
    await db.schema
      .alterTable('subscription_states')
      .addForeignKeyConstraint('subscription_states_plan', ['plan_id'], 'plans', ['id'])
      .execute();
  },
};
