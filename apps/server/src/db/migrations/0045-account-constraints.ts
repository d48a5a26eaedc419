import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const CHECKS: readonly (readonly [table: string, name: string, rule: string])[] = [
  ['users', 'users_gender', `gender in ('Male', 'Female')`],
  ['users', 'users_phone_country', `phone_country ~ '^[A-Z]{2}$'`],
  ['users', 'users_max_seats', 'max_seats >= 0'],
  ['subscriptions', 'subscriptions_plan', `plan in ('YEARLY', 'MONTHLY')`],
  ['subscriptions', 'subscriptions_provider', `provider in ('paypal', 'lemon')`],
  ['sessions', 'sessions_counter', 'counter >= 0 and min_counter >= 0'],
  ['challenges', 'challenges_purpose', `purpose in ('sign-in', 'phone')`],
  ['challenges', 'challenges_tries', 'tries >= 0'],
];

const INDEXES: readonly (readonly [table: string, name: string, columns: string])[] = [
  ['users', 'users_by_approval', '(is_approved, created_at_ms desc) where deleted_at_ms is null'],
  ['users', 'users_by_creation', '(created_at_ms desc) where deleted_at_ms is null'],
  ['users', 'users_by_payment', '(payment_valid_until) where has_paid'],
  ['subscriptions', 'subscriptions_by_end', '(end_ms) where is_active'],
  ['sessions', 'sessions_by_last_use', '(last_used_at_ms)'],
  ['challenges', 'challenges_by_creation', '(created_at_ms)'],
];

/** Constraints of account columns, references of the audit log, and indexes for administrators' lists. */
export const accountConstraints: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, name, rule] of CHECKS) {
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} check (${sql.raw(rule)})`.execute(
        db,
      );
    }
    for (const column of ['actor_id', 'subject_id']) {
      await db.schema
        .alterTable('audit_entries')
        .addForeignKeyConstraint(`audit_entries_${column}`, [column], 'users', ['id'])
        .execute();
    }
    await db.schema
      .alterTable('access_changes')
      .addForeignKeyConstraint('access_changes_user', ['user_id'], 'users', ['id'])
      .execute();
    for (const [table, name, columns] of INDEXES) {
      await sql`create index ${sql.ref(name)} on ${sql.table(table)} ${sql.raw(columns)}`.execute(
        db,
      );
    }
  },
};
