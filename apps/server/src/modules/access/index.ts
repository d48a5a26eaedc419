export type { AccessUser } from './access-user.ts';
export { assertDetailedSummary, assertEntitled, entitlement } from './entitlement.ts';
