import { getOutbox } from '@moneytrail/contract';
import type { Router } from '../../../http/route.ts';
import type { DemoMailbox } from '../../../outside/demo-mailbox/index.ts';

/** Serves what was sent in demo mode; where this is not registered the path does not exist. */
export function outboxRoute(router: Router, deps: { demoMailbox: DemoMailbox }): void {
  router.route(getOutbox, () => deps.demoMailbox.list());
}
