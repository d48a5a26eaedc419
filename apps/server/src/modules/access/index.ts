export type { AccessUser, Payment } from './access-user.ts';
export {
  type AccessInstrument,
  assertDetailedSummary,
  assertEntitled,
  type Entitlement,
  entitlement,
  type LockReason,
} from './entitlement.ts';
export { fullTier, lastPaidDay } from './full-tier.ts';
