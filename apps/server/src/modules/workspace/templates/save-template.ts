import { MAX_TEMPLATE_BYTES } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import { type ContentLimit, type Kept, lockOwner, measureContent, withinRoom } from '../owner.ts';
import { measureTemplates, putTemplate, type TemplateKey } from './store.ts';

const TEMPLATE_LIMIT: ContentLimit = {
  what: 'A template',
  mostBytes: MAX_TEMPLATE_BYTES,
  inWords: '256 KB (262,144 bytes)',
};
/** Of studies and drawing tools together. */
const OURS: Kept = {
  kind: 'templates',
  most: 500,
  tooMuch: 'Your templates may hold 50 MB together. Delete one to save more.',
};

/** Saves a template, over the one of its name; throws 413 for too much content, 409 where the account has no room. */
export async function saveTemplate(
  { db, clock }: { db: Db; clock: { now: () => number } },
  key: TemplateKey,
  content: string,
): Promise<void> {
  const bytes = measureContent(content, TEMPLATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, key.userId);
    await withinRoom(
      () => measureTemplates(trx, key.userId),
      OURS,
      () => putTemplate(trx, key, { content, bytes, nowMs: clock.now() }),
    );
  });
}
