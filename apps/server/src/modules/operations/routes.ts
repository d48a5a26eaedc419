import { AppError, listJobs, retryJob } from '@moneytrail/contract';
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
    if (!call.user) throw new AppError('UNAUTHORIZED', 'Unauthorized. Please log in.');
    const { deviceId } = accounts.sessionOf(call.user);
    const who = { userId: call.user._id, deviceId, context: requestContextOf(call) };
    return retryDeadJob(deps, call.params.id, who);
  });
}
