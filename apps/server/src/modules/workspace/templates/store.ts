import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';

/** A template by its owner; the tool is empty for one of studies. */
export type TemplateKey = { userId: string; tool: string; name: string };

function templateOf(db: Db, { userId, tool, name }: TemplateKey) {
  return db
    .selectFrom('chart_templates')
    .where('user_id', '=', userId)
    .where('tool', '=', tool)
    .where('name', '=', name);
}

/** By name. */
export function findTemplates(
  db: Db,
  { userId, tool }: Omit<TemplateKey, 'name'>,
): Promise<{ name: string; savedAtMs: number }[]> {
  return db
    .selectFrom('chart_templates')
    .select(['name', 'saved_at_ms as savedAtMs'])
    .where('user_id', '=', userId)
    .where('tool', '=', tool)
    .orderBy('name')
    .execute();
}

export async function findTemplate(db: Db, key: TemplateKey): Promise<string | null> {
  const row = await templateOf(db, key).select('content').executeTakeFirst();
  return row?.content ?? null;
}

/** Stores one, in the place of the one that has its name. */
export async function putTemplate(
  trx: Transaction<Database>,
  { userId, tool, name }: TemplateKey,
  { content, bytes, nowMs }: { content: string; bytes: number; nowMs: number },
): Promise<void> {
  const values = { content, content_bytes: bytes, saved_at_ms: nowMs };
  await trx
    .insertInto('chart_templates')
    .values({ user_id: userId, tool, name, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'tool', 'name']).doUpdateSet(values))
    .execute();
}

/** Whether there was one to remove. */
export async function removeTemplate(
  db: Db,
  { userId, tool, name }: TemplateKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('chart_templates')
    .where('user_id', '=', userId)
    .where('tool', '=', tool)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many templates a user has, and what they hold in UTF-8. */
export function measureTemplates(
  trx: Transaction<Database>,
  userId: string,
): Promise<{ count: number; bytes: number }> {
  return trx
    .selectFrom('chart_templates')
    .where('user_id', '=', userId)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(content_bytes), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
}
