import {
  AppError,
  deleteTemplate,
  getTemplate,
  listTemplates,
  MAX_TEMPLATE_BYTES,
  saveTemplate as saveTemplateEndpoint,
} from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/index.ts';
import type { CallerBudget } from '../../../http/caller-budget.ts';
import type { Router } from '../../../http/route.ts';
import type { Clock } from '../../../steady-clock.ts';
import {
  type ContentLimit,
  createTurns,
  heldBy,
  type Kept,
  lockOwner,
  MOST_BYTES,
  measureContent,
  type OwnCall,
  type Owner,
  ownerOf,
  SHARED_SPACE,
  withinRoom,
} from '../owner.ts';

const TEMPLATE_LIMIT: ContentLimit = {
  what: 'A template',
  mostBytes: MAX_TEMPLATE_BYTES,
  inWords: '256 KB (262,144 bytes)',
};
/** Applies to study and drawing templates together. */
const TEMPLATE_ROOM: Kept = {
  kind: 'templates',
  most: 500,
  mostBytes: MOST_BYTES,
  tooMuch: 'Your templates may hold 50 MB together. Delete one to save more.',
};

/** Saves a template, replacing one of the same name; throws 413 for too much content, 409 if the account has no room. */
export async function saveTemplate(
  { db, clock }: { db: Db; clock: { now: () => number } },
  key: TemplateKey,
  content: string,
): Promise<void> {
  const bytes = measureContent(content, TEMPLATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, key.userId);
    await withinRoom(
      key,
      (of) => measureTemplates(trx, key, of),
      TEMPLATE_ROOM,
      () => putTemplate(trx, key, { content, bytes, nowMs: clock.now() }),
    );
  });
}

type Deps = { db: Db; clock: Clock; budget: CallerBudget };
/** Prefix of our own tools: other clients use other tool names and contents that only they can read. */
const OWN_TOOLS = 'moneytrail/';

function keyOf(call: OwnCall, { of, name }: { of: string; name: string }): TemplateKey {
  return { ...ownerOf(call), tool: `${OWN_TOOLS}${of}`, name };
}

export function templateRoutes(router: Router, deps: Deps): void {
  const { db } = deps;
  const inTurn = createTurns(deps.budget);

  router.route(listTemplates, async (call) => ({
    templates: await inTurn(call, () =>
      findTemplates(db, keyOf(call, { of: call.query.of, name: '' })),
    ),
  }));
  router.route(getTemplate, async (call) => {
    const content = await inTurn(call, () => findTemplate(db, keyOf(call, call.query)));
    if (content === null) throw new AppError('NOT_FOUND', 'The template was not found.');
    return { content };
  });
  router.route(saveTemplateEndpoint, (call) =>
    inTurn(call, () => saveTemplate(deps, keyOf(call, call.body), call.body.content)),
  );
  router.route(deleteTemplate, async (call) => {
    await inTurn(call, () => removeTemplate(db, keyOf(call, call.query)));
  });
}

const OWN_FIRST = sql<boolean>`space = ${SHARED_SPACE}`;

/** `tool` is empty for study templates. */
type TemplateKey = Owner & { tool: string; name: string };

function templateOf(db: Db, { userId, spaces, tool, name }: TemplateKey) {
  return db
    .selectFrom('chart_templates')
    .where('user_id', '=', userId)
    .where('space', 'in', spaces)
    .where('tool', '=', tool)
    .where('name', '=', name);
}

/** Sorted by name. */
export function findTemplates(
  db: Db,
  { userId, spaces, tool }: Omit<TemplateKey, 'name'>,
): Promise<{ name: string; savedAtMs: number }[]> {
  return (
    db
      .selectFrom('chart_templates')
      // One of several with a name is the owner's own.
      .distinctOn('name')
      .select(['name', 'saved_at_ms as savedAtMs'])
      .where('user_id', '=', userId)
      .where('space', 'in', spaces)
      .where('tool', '=', tool)
      .orderBy('name')
      .orderBy(OWN_FIRST)
      .execute()
  );
}

export async function findTemplate(db: Db, key: TemplateKey): Promise<string | null> {
  const row = await templateOf(db, key).select('content').orderBy(OWN_FIRST).executeTakeFirst();
  return row?.content ?? null;
}

/** Inserts a template or replaces the one of the same name. */
async function putTemplate(
  trx: Trx,
  { userId, spaces: [space], tool, name }: TemplateKey,
  { content, bytes, nowMs }: { content: string; bytes: number; nowMs: number },
): Promise<void> {
  const values = { content, content_bytes: bytes, saved_at_ms: nowMs };
  await trx
    .insertInto('chart_templates')
    .values({ user_id: userId, space, tool, name, ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'space', 'tool', 'name']).doUpdateSet(values),
    )
    .execute();
}

/** False if there was nothing to remove. */
export async function removeTemplate(
  db: Db,
  { userId, spaces, tool, name }: TemplateKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('chart_templates')
    .where('user_id', '=', userId)
    .where('space', 'in', spaces)
    .where('tool', '=', tool)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function measureTemplates(
  trx: Trx,
  owner: Owner,
  of: 'owner' | 'clients',
): Promise<{ count: number; bytes: number }> {
  return trx
    .selectFrom('chart_templates')
    .where('user_id', '=', owner.userId)
    .where(heldBy(owner, of, 'space'))
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(content_bytes), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
}
