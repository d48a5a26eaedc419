import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Users = {
  users: {
    is_demo: boolean;
    is_super_admin: boolean;
    created_at_ms: number;
    email_confirmed_at_ms: number | null;
    accepted_terms: string | null;
    accepted_privacy: string | null;
  };
};

/**
 * When an address was confirmed: those of accounts that an operator made are. The versions of the two documents had
 * been noted the wrong way round.
 */
export const emailConfirmation: Migration = {
  async up(db: Kysely<Users>) {
    await db.schema.alterTable('users').addColumn('email_confirmed_at_ms', 'bigint').execute();
    await db
      .updateTable('users')
      .set(({ ref }) => ({ email_confirmed_at_ms: ref('created_at_ms') }))
      .where((eb) => eb.or([eb('is_demo', '=', true), eb('is_super_admin', '=', true)]))
      .execute();
    await db
      .updateTable('users')
      .set({ accepted_terms: '2025-09-17', accepted_privacy: '2025-09-19' })
      .where('accepted_terms', '=', '2025-09-19')
      .where('accepted_privacy', '=', '2025-09-17')
      .execute();
  },
};
