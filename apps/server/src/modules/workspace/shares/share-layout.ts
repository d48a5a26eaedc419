import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@moneytrail/contract';
import {
  LAYOUT_LIMIT,
  type LayoutDeps,
  layoutMissing,
  withinLayoutRoom,
} from '../layouts/save-layout.ts';
import { findLayout, type LayoutData, type LayoutKey } from '../layouts/store.ts';
import { lockOwner, measureContent } from '../owner.ts';
import { findShared, putShare, removeShare } from './store.ts';

type Deps = Pick<LayoutDeps, 'db' | 'clock'>;

const TOKEN_BYTES = 32;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Makes the one live link of a layout, which shows the content with what the layout is called now, and answers its
 * token, which is kept nowhere. Throws 404 for a layout that is not the user's, 413 for too much content, 409 where the
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
    await withinLayoutRoom(trx, key.userId, async () => {
      if (!(await putShare(trx, key, share))) layoutMissing();
    });
  });
  return token;
}

/** Ends the link of a layout, if it has one; 404 where it is not the user's. */
export async function endShare({ db }: Pick<Deps, 'db'>, key: LayoutKey): Promise<void> {
  if (!(await findLayout(db, key))) layoutMissing();
  await removeShare(db, key.id);
}

/** What the link with a token shows; 404 for a link that is unknown or has ended. */
export async function readShared({ db }: Pick<Deps, 'db'>, token: string): Promise<LayoutData> {
  const shared = await findShared(db, hashOf(token));
  if (shared) return shared;
  throw new AppError('NOT_FOUND', 'This link does not lead to a layout any more.');
}
