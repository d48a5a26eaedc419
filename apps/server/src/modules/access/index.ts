export type { AccessUser } from './entitlement.ts';
export {
  assertEntitled,
  createAccessRules,
  entitlement,
  fullTier,
  rightsVersion,
} from './entitlement.ts';
