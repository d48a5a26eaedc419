import { AppError } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { RequestContext } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';

export type RetryDeps = { db: Db; jobs: Jobs; audit: Audit };

type Who = { userId: string; deviceId: string; context: RequestContext };

/** Enqueues a dead letter anew, with an entry in the record. Throws 404 where it is gone, 409 where one waits already. */
export async function retryDeadJob(
  { db, jobs, audit }: RetryDeps,
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
