import { AppError, type CurrentUser } from '@moneytrail/contract';
import { STUDIES } from '@moneytrail/indicators';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/index.ts';
import { fullTier } from '../access/index.ts';
import { findSignedIn } from '../accounts/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  findOwnersToLimit,
  findPausedFor,
  findSurplus,
  pauseActive,
  pauseNewestListed,
  resumePaused,
} from './alert-states.ts';
import { countAlerts, lockOwner } from './alert-store.ts';
import { mayGoOn } from './keep-rights.ts';

/** The most alerts of an account without a plan, with one, and of a commercial account. */
export type AlertLimits = { retail: number; subscriber: number; commercial: number };

export function alertLimitOf(
  limits: AlertLimits,
  user: Parameters<typeof fullTier>[0] & Pick<CurrentUser, 'userType'>,
  nowMs: number,
): number {
  if (!fullTier(user, nowMs)) return limits.retail;
  return user.userType === 'retail' && !user.isSuperAdmin ? limits.subscriber : limits.commercial;
}

/** More than an account may have. */
const MOST_PAUSED = 20_000;

type Refusals = { all: string; active: string };

/** The messages of refused changes. */
const refusalsOf = (limit: number): Refusals => ({
  all: `Your account may have ${limit} alerts. Delete one to make another.`,
  active: `Your account may have ${limit} active alerts. Pause or delete others first.`,
});

/**
 * The most conditions on indicators of the field in the active and paused alerts of an account: each is computed over all its
 * bars anew whenever one closes.
 */
const MOST_INDICATORS = 100;
const TOO_MANY_INDICATORS = `Alerts of an account may have ${MOST_INDICATORS} conditions on indicators, counted for each instrument. Delete others first.`;

/** Counts the conditions on indicators of the field in active and paused alerts; on a list, for each of its instruments. */
async function countIndicators(trx: Trx, userId: string): Promise<number> {
  const house = STUDIES.map(({ id }) => id);
  // Most alerts have no study, and their definitions are not parsed.
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from alerts, jsonb_path_query(definition::jsonb, '$.conditions[*] ? (@.kind == "study")') as one
    where user_id = ${userId} and watchlist_id is null and state in ('active', 'paused')
      and definition like '%"study"%' and one ->> 'study' not in (${sql.join(house)})`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The most active and paused alerts of an account on screens: each is compared with every instrument whose bar has closed. */
const MOST_ON_SCREENS = 10;
const TOO_MANY_SCREENS = `Your account may have ${MOST_ON_SCREENS} alerts on screens. Delete one to make another.`;

async function countOnScreens(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('alerts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('screen_id', 'is not', null)
    .where('state', 'in', ['active', 'paused'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Makes a change that may add or activate alerts of an account. Throws `CONFLICT`, which undoes it, if there are more
 * afterwards than before and than the account may have, or more on screens or conditions on indicators of the field. If too many of those would be active, the newest instruments of the
 * alerts on lists that the change names are paused instead; without such ones it throws as well.
 */
export async function withinLimit<T>(
  trx: Trx,
  { userId, limit }: { userId: string; limit: number },
  change: () => Promise<T>,
  {
    refusals = refusalsOf(limit),
    listAlertsOf = () => [],
  }: { refusals?: Refusals; listAlertsOf?: (changed: T) => readonly number[] } = {},
): Promise<T> {
  await lockOwner(trx, userId);
  const before = await countAlerts(trx, userId);
  const indicators = await countIndicators(trx, userId);
  const onScreens = await countOnScreens(trx, userId);
  const changed = await change();
  const after = await countAlerts(trx, userId);
  if (after.all > before.all && after.all > limit) throw new AppError('CONFLICT', refusals.all);
  const newIndicators = await countIndicators(trx, userId);
  if (newIndicators > indicators && newIndicators > MOST_INDICATORS) {
    throw new AppError('CONFLICT', TOO_MANY_INDICATORS);
  }
  const nowOnScreens = await countOnScreens(trx, userId);
  if (nowOnScreens > onScreens && nowOnScreens > MOST_ON_SCREENS) {
    throw new AppError('CONFLICT', TOO_MANY_SCREENS);
  }
  const surplus = after.active - Math.max(limit, before.active);
  if (surplus <= 0) return changed;
  const paused = await pauseNewestListed(trx, listAlertsOf(changed), after.active - limit);
  if (paused < surplus) throw new AppError('CONFLICT', refusals.active);
  return changed;
}

/** Pauses the newest alerts of accounts that have more active ones than they may, and resumes these once there is room. */
export async function keepLimits({
  db,
  clock,
  catalogue,
  alertLimits,
}: {
  db: Db;
  clock: { now: () => number };
  catalogue: Pick<Catalogue, 'byId'>;
  alertLimits: AlertLimits;
}): Promise<void> {
  const nowMs = clock.now();
  const { retail, subscriber, commercial } = alertLimits;
  const counts = await findOwnersToLimit(db, Math.min(retail, subscriber, commercial));
  const owners = await findSignedIn(db, [...counts.keys()], nowMs);
  for (const owner of owners) {
    const limit = alertLimitOf(alertLimits, owner, nowMs);
    const { active = 0, paused = 0 } = counts.get(owner._id) ?? {};
    if (active <= limit && (paused === 0 || active === limit)) continue;
    await db.transaction().execute(async (trx) => {
      await lockOwner(trx, owner._id);
      await pauseActive(trx, await findSurplus(trx, owner._id, limit), 'overLimit');
      const room = limit - (await countAlerts(trx, owner._id)).active;
      if (room <= 0) return;
      const which = { userId: owner._id, limit: MOST_PAUSED };
      const waiting = await findPausedFor(trx, 'overLimit', which);
      const resumed = waiting.filter((row) => mayGoOn({ catalogue, clock }, owner, row));
      await resumePaused(trx, resumed.slice(0, room), nowMs);
    });
  }
}
