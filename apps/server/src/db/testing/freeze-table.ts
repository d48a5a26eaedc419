import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Locks a table, so that every statement on it waits until the returned function is called. */
export async function freezeTable(
  db: Kysely<Database>,
  name: keyof Database,
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return new Promise((frozen, failed) => {
    const freezing = db.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(transaction);
      frozen(() => {
        release();
        return freezing;
      });
      await released;
    });
    freezing.catch(failed);
  });
}
