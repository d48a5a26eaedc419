import type { Kysely } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { createPasswordHasher } from '../secrets/password-hasher.ts';
import { ensureAdmin, type NewAdmin } from './ensure-admin.ts';

/** Makes a super admin outside the running server, as the command line and the first start do; see `ensureAdmin`. */
export function createAdminAccount(
  deps: { db: Kysely<Database>; clock: { now: () => number } },
  admin: NewAdmin,
): Promise<boolean> {
  return ensureAdmin({ ...deps, hasher: createPasswordHasher() }, admin);
}
