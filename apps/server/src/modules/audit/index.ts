export { type Audit, createAudit } from './audit.ts';
export type { DamageKind } from './check-chain.ts';
export { auditRoutes } from './routes.ts';
