export type { AccessUser } from './entitlement.ts';
export { assertEntitled, createAccessRules, rightsVersion } from './entitlement.ts';
