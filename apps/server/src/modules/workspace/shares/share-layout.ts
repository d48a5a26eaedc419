import { createHash, randomBytes } from 'node:crypto';
import {
  AppError,
  BRAND,
  endLayoutShare,
  getSharedLayout,
  parseSymbol,
  shareLayout as shareLayoutEndpoint,
} from '@moneytrail/contract';
import type { Db, Trx } from '../../../db/index.ts';
import type { CallerBudget } from '../../../http/caller-budget.ts';
import type { Router } from '../../../http/route.ts';
import {
  LAYOUT_LIMIT,
  type LayoutDeps,
  layoutKeyOf,
  layoutMissing,
  withinLayoutRoom,
} from '../layouts/save-layout.ts';
import { findLayout, type LayoutData, type LayoutKey, presentVersions } from '../layouts/store.ts';
import { createTurns, lockOwner, measureContent } from '../owner.ts';

type Deps = Pick<LayoutDeps, 'db' | 'clock'>;

const TOKEN_BYTES = 32;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Creates the only live link of a layout, which shows `content` under the layout's current name, and returns its token,
 * of which only a hash is stored. Throws 404 for a layout that is not the user's, 413 for too much content, 409 if the
 * account has no room for it.
 */
export async function shareLayout(
  { db, clock }: Deps,
  key: LayoutKey,
  content: string,
): Promise<string> {
  measureContent(content, LAYOUT_LIMIT);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const share = { tokenHash: hashOf(token), content, nowMs: clock.now() };
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, key.userId);
    await withinLayoutRoom(trx, key, async () => {
      if (!(await putShare(trx, key, share))) layoutMissing();
    });
  });
  return token;
}

/** Ends the link of a layout, if any; throws 404 if the layout is not the user's. */
async function endShare({ db }: Pick<Deps, 'db'>, key: LayoutKey): Promise<void> {
  if (!(await findLayout(db, key))) layoutMissing();
  await removeShare(db, key.id);
}

/** The content of a shared link; throws 404 if the link is unknown or has ended. */
async function readShared({ db }: Pick<Deps, 'db'>, token: string): Promise<LayoutData> {
  const shared = await findShared(db, hashOf(token));
  if (shared) return shared;
  throw new AppError('NOT_FOUND', 'This link does not lead to a layout any more.');
}

/** `1h`, `15m`, `1D` */
function intervalText(resolution: string): string {
  const minutes = Number(resolution);
  if (!Number.isInteger(minutes)) return resolution;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

/**
 * The preview of a link on other sites: nothing of its owner, and no price. Null if the link is unknown or has ended. The
 * content, up to 1 MB, is not read.
 */
export async function describeShared(
  { db }: Pick<Deps, 'db'>,
  token: string,
): Promise<{ title: string; description: string } | null> {
  const shared = await sharedBy(db, hashOf(token))
    .select(['s.name', 's.symbol', 's.resolution'])
    .executeTakeFirst();
  if (!shared) return null;
  const parsed = parseSymbol(shared.symbol);
  const { exchange, code } = parsed.ok ? parsed.symbol : { exchange: undefined, code: '' };
  const chart = `${code} ${intervalText(shared.resolution)}`.trim();
  const source = exchange === undefined ? '' : ` from ${exchange}`;
  return {
    title: `${shared.name} · ${chart}`,
    description: `A chart of ${chart}${source}, shared on ${BRAND.name}. Sign in to see it live.`,
  };
}

export function shareRoutes(router: Router, deps: Deps & { budget: CallerBudget }): void {
  const inTurn = createTurns(deps.budget);
  router.route(shareLayoutEndpoint, async (call) => ({
    token: await inTurn(call, () => shareLayout(deps, layoutKeyOf(call), call.body.content)),
  }));
  router.route(endLayoutShare, (call) => inTurn(call, () => endShare(deps, layoutKeyOf(call))));
  router.route(getSharedLayout, (call) => inTurn(call, () => readShared(deps, call.params.token)));
}

const SHOWN = ['name', 'symbol', 'resolution', 'content'] as const;

/** Creates or replaces the link of a layout; false if the layout is not the user's. */
async function putShare(
  trx: Trx,
  key: LayoutKey,
  { tokenHash, content, nowMs }: { tokenHash: Buffer; content: string; nowMs: number },
): Promise<boolean> {
  const shown = presentVersions(trx)
    .where('l.user_id', '=', key.userId)
    .where('l.space', 'in', key.spaces)
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

async function removeShare(db: Db, id: number): Promise<void> {
  await db.deleteFrom('layout_shares').where('layout_id', '=', id).execute();
}

/** Null for an unknown token, or if the owner's account was deleted. */
const sharedBy = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('layout_shares as s')
    .innerJoin('layouts as l', 'l.id', 's.layout_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where('s.token_hash', '=', tokenHash)
    .where('u.deleted_at_ms', 'is', null);

async function findShared(db: Db, tokenHash: Buffer): Promise<LayoutData | null> {
  const query = sharedBy(db, tokenHash).select(['s.name', 's.symbol', 's.resolution', 's.content']);
  return (await query.executeTakeFirst()) ?? null;
}
