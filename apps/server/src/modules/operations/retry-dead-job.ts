import { AppError } from '@moneytrail/contract';
import type { RequestContext } from '../accounts/index.ts';
import type { OperationsDeps } from './operations-deps.ts';

type Who = { userId: string; deviceId: string; context: RequestContext };

/** Enqueues a dead letter anew, with an entry in the record. Throws 404 where it is gone, 409 where one waits already. */
export async function retryDeadJob(
  { db, jobs, audit }: Pick<OperationsDeps, 'db' | 'jobs' | 'audit'>,
  id: string,
  { userId, deviceId, context }: Who,
): Promise<void> {
  const { address, requestId } = context;
  await db.transaction().execute(async (trx) => {
    const outcome = await jobs.retryDead(id, trx);
    if (outcome === 'gone')
      throw new AppError('NOT_FOUND', 'This job is not among the dead letters any more.');
    if (outcome === 'waiting') throw new AppError('CONFLICT', 'A run of this job waits already.');
    const entry = { action: 'job.retried', actorId: userId, subjectId: null, after: { id } };
    await audit.append(trx, { ...entry, address, requestId, deviceId });
  });
}
