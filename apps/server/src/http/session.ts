import type { CurrentUser } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';

/** The one user there is until people can sign in: a super admin who sees everything. */
export const DEMO_USER: CurrentUser = {
  _id: 'demo-super-admin',
  username: 'admin@demo.test',
  firstName: 'Demo',
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

/** Who sends a request; null for an anonymous visitor. */
export type ReadUser = (request: FastifyRequest) => Promise<CurrentUser | null>;

/** Takes every caller for the demo user. */
export const readDemoUser: ReadUser = async () => DEMO_USER;

/** The user with an id, with the rights of now: the demo user, or nobody. */
export async function findDemoUser(userId: string): Promise<CurrentUser | null> {
  return userId === DEMO_USER._id ? DEMO_USER : null;
}
