import {
  type AccountKeys,
  AppError,
  type ChangedKey,
  getChartKeys,
  saveChartKeys,
} from '@moneytrail/contract';
import type { Db, Reader } from '../../../db/index.ts';
import { accountOf } from '../../../http/check-access.ts';
import type { Router } from '../../../http/route.ts';
import { lockOwner } from '../owner.ts';

type Deps = { db: Db };

const CHANGED = 'The keys were changed elsewhere since they were loaded. Nothing was overwritten.';

async function readKeys(db: Reader, userId: string): Promise<AccountKeys> {
  const row = await db
    .selectFrom('chart_keys')
    .select(['keys', 'revision'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // Stored by `save` alone.
  return row ? { keys: JSON.parse(row.keys), revision: row.revision } : { keys: [], revision: 0 };
}

/** A text in which the order of commands does not matter. */
function textOf(keys: readonly ChangedKey[]): string {
  const sorted = keys.toSorted((a, b) => (a.command < b.command ? -1 : 1));
  return JSON.stringify(sorted.map(({ command, keys }) => ({ command, keys })));
}

/**
 * Replaces the keys of an account as their next revision. Equal keys change nothing; otherwise a `baseRevision` that is not
 * the present one throws `RECORD_CHANGED`.
 */
async function save(
  { db }: Deps,
  userId: string,
  wanted: { baseRevision: number; keys: readonly ChangedKey[] },
): Promise<AccountKeys> {
  const keys = textOf(wanted.keys);
  return await db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    const present = await readKeys(trx, userId);
    if (textOf(present.keys) === keys) return present;
    if (present.revision !== wanted.baseRevision) throw new AppError('RECORD_CHANGED', CHANGED);
    const revision = present.revision + 1;
    await trx
      .insertInto('chart_keys')
      .values({ user_id: userId, keys, revision })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ keys, revision }))
      .execute();
    return readKeys(trx, userId);
  });
}

/** The keys of chart commands that accounts have changed. Nobody but their owner reads them. */
export function chartKeysRoutes(router: Router, deps: Deps): void {
  router.route(getChartKeys, ({ user }) =>
    readKeys(deps.db, accountOf(user, 'Keys of commands')._id),
  );
  router.route(saveChartKeys, ({ user, body }) =>
    save(deps, accountOf(user, 'Keys of commands')._id, body),
  );
}
