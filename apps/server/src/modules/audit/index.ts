export { appendAudit } from './append-audit.ts';
export { checkAuditChain } from './check-audit-chain.ts';
export { recordAlone } from './record-alone.ts';
export { createRepeatedEntries, type RepeatedEntries } from './repeated-entries.ts';
export { removeAgedEntries } from './store.ts';
