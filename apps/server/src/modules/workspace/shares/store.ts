import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { type LayoutData, type LayoutKey, presentVersions } from '../layouts/store.ts';

/** What a link holds of what it shows. */
const SHOWN = ['name', 'symbol', 'resolution', 'content'] as const;

/** Makes the link of a layout, in the place of the one before; whether the layout is the user's. */
export async function putShare(
  trx: Transaction<Database>,
  key: LayoutKey,
  { tokenHash, content, nowMs }: { tokenHash: Buffer; content: string; nowMs: number },
): Promise<boolean> {
  const shown = presentVersions(trx)
    .where('l.user_id', '=', key.userId)
    .where('l.id', '=', key.id)
    .select(({ val }) => [
      ...(['l.id', 'v.name', 'v.symbol', 'v.resolution'] as const),
      val(content).as('content'),
      val(tokenHash).as('token_hash'),
      val(nowMs).as('created_at_ms'),
    ]);
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('layout_shares')
    .columns(['layout_id', ...SHOWN, 'token_hash', 'created_at_ms'])
    .expression(shown)
    .onConflict((conflict) =>
      conflict.column('layout_id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        symbol: ref('excluded.symbol'),
        resolution: ref('excluded.resolution'),
        content: ref('excluded.content'),
        token_hash: ref('excluded.token_hash'),
        created_at_ms: ref('excluded.created_at_ms'),
      })),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function removeShare(db: Db, id: number): Promise<void> {
  await db.deleteFrom('layout_shares').where('layout_id', '=', id).execute();
}

/** What a token shows of a layout whose owner has not left. */
export async function findShared(db: Db, tokenHash: Buffer): Promise<LayoutData | null> {
  const query = db
    .selectFrom('layout_shares as s')
    .innerJoin('layouts as l', 'l.id', 's.layout_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where('s.token_hash', '=', tokenHash)
    .where('u.deleted_at_ms', 'is', null)
    .select(['s.name', 's.symbol', 's.resolution', 's.content']);
  return (await query.executeTakeFirst()) ?? null;
}
