import type { Db } from '../../db/index.ts';
import { entitlement } from '../access/index.ts';
import { findSignedIn } from '../accounts/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { findPausedFor, findWatchers, pauseWatched, resumePaused } from './alert-states.ts';

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

const ALERTS_AT_ONCE = 1_000;
const OWNERS_AT_ONCE = 500;

/**
 * Pauses active alerts whose owners may not see the instrument any more, and lets those go on whose owners may again. One
 * that waited for its next firing would tell by its pause that its conditions held.
 */
export async function keepRights(deps: Deps): Promise<void> {
  await pauseWithoutRight(deps);
  await resumeWithRight(deps);
}

/** Answers whether a user may watch an instrument at the moment; nobody may who cannot sign in. */
async function rightsOf(deps: Deps, userIds: readonly string[]) {
  const found = await findSignedIn(deps.db, [...new Set(userIds)], deps.clock.now());
  const owners = new Map(found.map((owner) => [owner._id, owner]));
  return (userId: string, instrumentId: number): boolean => {
    const owner = owners.get(userId);
    return owner !== undefined && mayWatch(deps, owner, instrumentId);
  };
}

async function pauseWithoutRight(deps: Deps): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const watchers = await findWatchers(deps.db, { after, limit: OWNERS_AT_ONCE });
    const rightOf = await rightsOf(
      deps,
      watchers.map(({ userId }) => userId),
    );
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

async function resumeWithRight(deps: Deps): Promise<void> {
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    const waiting = await findPausedFor(deps.db, 'noRight', { afterId, limit: ALERTS_AT_ONCE });
    const rightOf = await rightsOf(
      deps,
      waiting.map((row) => row.user_id),
    );
    const allowed = waiting.filter((row) => rightOf(row.user_id, row.instrument_id));
    await resumePaused(deps.db, allowed, deps.clock.now());
    afterId = waiting.at(-1)?.id;
  }
}
