export { type Audit, auditRoutes, createAudit } from './audit.ts';
export type { DamageKind } from './chain.ts';
