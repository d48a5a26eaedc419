import { listJobs, retryJob } from '@moneytrail/contract';
import { signedIn } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import type { Outbox } from '../../outbox/index.ts';
import { type Accounts, requestContextOf } from '../accounts/index.ts';
import type { ErrorLog } from '../errorlog/index.ts';
import { lookAtJobs } from './look-at-jobs.ts';
import { type RetryDeps, retryDeadJob } from './retry-dead-job.ts';

/** What looking at the queues and changing them needs. */
export type OperationsDeps = RetryDeps & {
  outbox: Outbox;
  errorLog: Pick<ErrorLog, 'redact'>;
  accounts: Accounts;
};

/** Looking at the queues, and running again what failed for good. */
export function jobRoutes(router: Router, deps: OperationsDeps): void {
  const { jobs, outbox, errorLog, accounts } = deps;
  router.route(listJobs, () => lookAtJobs({ jobs, outbox, redact: errorLog.redact }));
  router.route(retryJob, (call) => {
    const user = signedIn(call.user);
    const { deviceId } = accounts.sessionOf(user);
    const who = { userId: user._id, deviceId, context: requestContextOf(call) };
    return retryDeadJob(deps, call.params.id, who);
  });
}
