import { checkAuditChain, removeAgedEntries } from '../audit/index.ts';
import type { Core } from './core.ts';
import { takeAlone } from './limits/limiter.ts';
import { removeStaleLimits } from './limits/store.ts';
import { removeStaleResetTokens } from './passwords/reset-store.ts';
import { removeStaleSessions } from './sessions/session-store.ts';
import { removeStaleChallenges } from './sign-in/challenge-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A session that has ended is kept a while, so that its device is known again. */
const KEPT_SESSION_MS = 180 * DAY_MS;
/** Once a day, however many processes there are and however often they start. */
const ONCE = { max: 1, windowMs: 2 * DAY_MS };

/** Removes limits, codes, links and sessions that mean nothing any more; doing it twice does nothing more. */
async function removeExpired({ db, clock }: Core): Promise<void> {
  const nowMs = clock.now();
  await removeStaleLimits(db, nowMs - HOUR_MS);
  await removeStaleChallenges(db, nowMs - DAY_MS);
  await removeStaleResetTokens(db, nowMs - DAY_MS);
  await removeStaleSessions(db, nowMs - KEPT_SESSION_MS);
}

/** Checks the record and lets go of what has reached its age, if nobody has done so since midnight (UTC). */
async function checkRecord({ db, clock, log }: Core): Promise<void> {
  const nowMs = clock.now();
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const ask = { key: `audit-check:${day}`, windows: [ONCE] };
  if (!(await takeAlone(db, [ask], nowMs)).isAllowed) return;
  const check = await checkAuditChain(db);
  if (check.isIntact) log.info(check, 'the audit chain is whole');
  else log.error(check, 'THE AUDIT CHAIN IS BROKEN');
  await removeAgedEntries(db);
}

/** What is done every hour; the record is checked in the first hour of each day. */
export async function keepUp(core: Core): Promise<void> {
  await removeExpired(core);
  await checkRecord(core);
}

/** Begins the upkeep, and writes down every minute what refusals were counted; answers how to end both. */
export function startUpkeep(core: Core): () => void {
  const every = (periodMs: number, what: string, work: () => Promise<void>) => {
    const timer = setInterval(() => {
      work().catch((error: unknown) => core.log.error({ err: error }, `${what} failed`));
    }, periodMs);
    timer.unref();
    return timer;
  };
  const timers = [
    every(HOUR_MS, 'the upkeep of accounts', () => keepUp(core)),
    every(MINUTE_MS, 'the record of refusals', () => core.refusals.flush('due')),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
