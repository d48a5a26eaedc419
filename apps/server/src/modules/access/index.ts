export type { AccessUser } from './entitlement.ts';
export {
  assertEntitled,
  createAccessRules,
  entitlement,
  fullTier,
  hasPermission,
  rightsVersion,
} from './entitlement.ts';
