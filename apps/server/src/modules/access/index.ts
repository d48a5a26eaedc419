export { createAccessRules } from './access-rules.ts';
export type { AccessUser } from './access-user.ts';
export { assertEntitled } from './entitlement.ts';
export { rightsVersion } from './rights-version.ts';
