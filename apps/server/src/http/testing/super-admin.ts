import type { CurrentUser } from '@moneytrail/contract';
import type { ReadUser } from '../known-callers.ts';

/** A caller who may see everything, for tests of what lies behind the session. */
export const SUPER_ADMIN: CurrentUser = {
  _id: 'super-admin',
  username: 'admin@example.com',
  firstName: 'Ada',
  lastName: 'Admin',
  userType: 'commercial',
  isSuperAdmin: true,
  permissions: { isDetailedSummaryAllowed: true, isSuffixAllowed: true },
  feedAccess: {
    isBVGAllowed: true,
    isFMPAllowed: true,
    isBitfinexAllowed: true,
    isTiingoAllowed: true,
  },
};

export const readSuperAdmin: ReadUser = async () => SUPER_ADMIN;

export async function findSuperAdmin(userId: string): Promise<CurrentUser | null> {
  return userId === SUPER_ADMIN._id ? SUPER_ADMIN : null;
}
