import { checkAuditChain } from '../audit/index.ts';
import type { Core } from './core.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** A session that has ended is kept a while, so that its device is known again. */
const KEPT_SESSION_MS = 180 * DAY_MS;
const HOURS_BETWEEN_CHECKS = 24;

/** Removes limits, codes, links and sessions that mean nothing any more; doing it twice does nothing more. */
export async function removeExpired(core: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const { db } = core;
  const nowMs = core.clock.now();
  await db
    .deleteFrom('limits')
    .where('expires_ms', '<', nowMs - HOUR_MS)
    .execute();
  await db
    .deleteFrom('challenges')
    .where('created_at_ms', '<', nowMs - DAY_MS)
    .execute();
  await db
    .deleteFrom('reset_tokens')
    .where('expires_ms', '<', nowMs - DAY_MS)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('last_used_at_ms', '<', nowMs - KEPT_SESSION_MS)
    .execute();
}

async function checkRecord(core: Core): Promise<void> {
  const check = await checkAuditChain(core.db);
  if (check.isIntact) core.log.info(check, 'the audit chain is whole');
  else core.log.error(check, 'THE AUDIT CHAIN IS BROKEN');
}

/** Begins the hourly clean-up and the daily check of the record's chain; answers how to end them. */
export function startUpkeep(core: Core): () => void {
  let hours = 0;
  const timer = setInterval(() => {
    hours += 1;
    const work = [removeExpired(core)];
    if (hours % HOURS_BETWEEN_CHECKS === 0) work.push(checkRecord(core));
    Promise.all(work).catch((error: unknown) => {
      core.log.error({ err: error }, 'upkeep of accounts failed; it is tried again in an hour');
    });
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
