import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets an invite be accepted without a new sub-user: an address that already has an account uses it up as well. */
export const usedInvites: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('seat_invites').dropConstraint('seat_invites_acceptance').execute();
    await db.schema
      .alterTable('seat_invites')
      .addCheckConstraint(
        'seat_invites_acceptance',
        sql`accepted_by_id is null or accepted_at_ms is not null`,
      )
      .execute();
  },
};
