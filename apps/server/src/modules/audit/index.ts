export { appendAudit } from './append-audit.ts';
export { checkAuditChain } from './check-audit-chain.ts';
