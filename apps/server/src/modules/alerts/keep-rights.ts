import type { Db } from '../../db/index.ts';
import { entitlement, hasPermission } from '../access/index.ts';
import { findSignedIn } from '../accounts/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  findOnScreens,
  findPausedFor,
  findWatchers,
  pauseActive,
  pauseWatched,
  resumePaused,
} from './alert-states.ts';
import type { AlertRow } from './alert-store.ts';

type Deps = {
  db: Db;
  clock: { now: () => number };
  catalogue: Pick<Catalogue, 'byId'>;
};

/** Whether a user may watch an instrument at the moment; false for one that is not known here. */
export function mayWatch(
  { catalogue, clock }: Pick<Deps, 'catalogue' | 'clock'>,
  user: Parameters<typeof entitlement>[0],
  instrumentId: number,
): boolean {
  const instrument = catalogue.byId(instrumentId);
  return instrument !== undefined && entitlement(user, instrument, clock.now()).allowed;
}

/** Whether a user may use the screener, and so watch a screen. */
export function mayScreen(user: Parameters<typeof hasPermission>[0]): boolean {
  return hasPermission(user, 'isDetailedSummaryAllowed');
}

/** Whether a user may go on with an alert at the moment; a watchlist's instruments decide for themselves. */
export function mayGoOn(
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  user: Parameters<typeof entitlement>[0] & Parameters<typeof hasPermission>[0],
  { screen_id, instrument_id }: Pick<AlertRow, 'screen_id' | 'instrument_id'>,
): boolean {
  return screen_id === null ? mayWatch(deps, user, instrument_id) : mayScreen(user);
}

const ALERTS_AT_ONCE = 1_000;
const OWNERS_AT_ONCE = 500;

/**
 * Pauses active alerts whose owners may not see the instrument or use the screener any more, and lets those go on whose owners may again. One
 * that waited for its next firing would tell by its pause that its conditions held.
 */
export async function keepRights(deps: Deps): Promise<void> {
  await pauseWithoutRight(deps);
  await pauseScreens(deps);
  await resumeWithRight(deps);
}

/** Accounts by their ids, without those that cannot sign in and so may do nothing. */
async function ownersOf(deps: Deps, userIds: readonly string[]) {
  const found = await findSignedIn(deps.db, [...new Set(userIds)], deps.clock.now());
  return new Map(found.map((owner) => [owner._id, owner]));
}

async function pauseWithoutRight(deps: Deps): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const watchers = await findWatchers(deps.db, { after, limit: OWNERS_AT_ONCE });
    const owners = await ownersOf(
      deps,
      watchers.map(({ userId }) => userId),
    );
    const rightOf = (userId: string, instrumentId: number) => {
      const owner = owners.get(userId);
      return owner !== undefined && mayWatch(deps, owner, instrumentId);
    };
    const lost = watchers.flatMap(({ userId, instrumentIds }) =>
      instrumentIds
        // One that is not known here is not evaluated either.
        .filter((id) => deps.catalogue.byId(id) && !rightOf(userId, id))
        .map((instrumentId) => ({ userId, instrumentId })),
    );
    await pauseWatched(deps.db, lost);
    after = watchers.at(-1)?.userId;
  }
}

async function pauseScreens(deps: Deps): Promise<void> {
  const alerts = await findOnScreens(deps.db);
  for (let from = 0; from < alerts.length; from += OWNERS_AT_ONCE) {
    const page = alerts.slice(from, from + OWNERS_AT_ONCE);
    const owners = await ownersOf(
      deps,
      page.map((row) => row.user_id),
    );
    const isLost = ({ user_id }: (typeof page)[number]) => {
      const owner = owners.get(user_id);
      return owner === undefined || !mayScreen(owner);
    };
    await pauseActive(deps.db, page.filter(isLost), 'noRight');
  }
}

async function resumeWithRight(deps: Deps): Promise<void> {
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    const waiting = await findPausedFor(deps.db, 'noRight', { afterId, limit: ALERTS_AT_ONCE });
    const owners = await ownersOf(
      deps,
      waiting.map((row) => row.user_id),
    );
    const allowed = waiting.filter((row) => {
      const owner = owners.get(row.user_id);
      return owner !== undefined && mayGoOn(deps, owner, row);
    });
    await resumePaused(deps.db, allowed, deps.clock.now());
    afterId = waiting.at(-1)?.id;
  }
}
