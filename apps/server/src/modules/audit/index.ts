export { type AuditEntry, appendAudit } from './append-audit.ts';
export { type ChainCheck, checkAuditChain } from './check-audit-chain.ts';
