import type { Db } from '../../../db/index.ts';

/** Adds a session and its user, with the same id. */
export async function addSession(db: Db, id: string): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id,
      username: `${id}@stream.test`,
      first_name: 'Ana',
      last_name: 'Test',
      password_hash: '-',
      phone_country: 'ZA',
      user_type: 'retail',
      is_approved: true,
      is_detailed_summary_allowed: false,
      is_suffix_allowed: false,
      trusted_since_ms: 0,
      created_at_ms: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: id,
      device_id: 'd',
      device_info: 'Firefox',
      address: '192.0.2.1',
      seed: Buffer.alloc(1),
      counter: 0,
      secret_hash: Buffer.alloc(1),
      rotated_at_ms: 0,
      signed_in_at_ms: 0,
      last_used_at_ms: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
