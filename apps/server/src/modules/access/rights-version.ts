import { type AccessUser, rightsOf } from './access-user.ts';
import { fullTier } from './full-tier.ts';

/**
 * What a user may see at a moment, as a text to compare: another one means that some instrument is locked or unlocked,
 * or for another reason.
 */
export function rightsVersion(user: AccessUser, nowMs: number): string {
  const { userType, isSuperAdmin, isSubUser = false } = user;
  const { permissions, feedAccess } = rightsOf(user);
  const tier = { userType, isSuperAdmin, isSubUser, hasFullTier: fullTier(user, nowMs) };
  return JSON.stringify({ ...tier, permissions, feedAccess });
}
