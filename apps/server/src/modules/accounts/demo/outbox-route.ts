import { getOutbox } from '@moneytrail/contract';
import type { Router } from '../../../http/route.ts';
import type { Outbox } from '../../../outside/outbox/index.ts';

/** Serves what was sent in demo mode; where this is not registered the path does not exist. */
export function outboxRoute(router: Router, deps: { outbox: Outbox }): void {
  router.route(getOutbox, () => deps.outbox.list());
}
