import type { CurrentUser } from '@moneytrail/contract';
import type { ReadUser } from '../route.ts';

/** A caller with all rights, for tests that skip sessions. */
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
