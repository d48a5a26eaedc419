import { getAuditCheck, listAudit } from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import type { Audit } from './audit.ts';

/** Reading the record. */
export function auditRoutes(router: Router, { audit }: { audit: Audit }): void {
  router.route(listAudit, ({ query }) => audit.list(query));
  router.route(getAuditCheck, () => audit.lastCheck());
}
