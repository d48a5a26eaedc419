import type { z } from 'zod';
import type { FeedEnvironment } from '../settings.ts';

/**
 * The rows of a vendor's list that are what the schema says; others are dropped and counted.
 * Null where the answer is no list, or where it has rows and not one of them is understood: that is another format,
 * not an empty list.
 */
export function parseRows<Row>(
  { report }: Pick<FeedEnvironment, 'report'>,
  schema: z.ZodType<Row>,
  body: unknown,
  subject: string,
): Row[] | null {
  if (!Array.isArray(body)) return null;
  const rows: Row[] = [];
  let firstIssue: string | undefined;
  for (const value of body) {
    const parsed = schema.safeParse(value);
    if (parsed.success) rows.push(parsed.data);
    else firstIssue ??= parsed.error.issues[0]?.message ?? 'unknown';
  }
  const dropped = body.length - rows.length;
  if (dropped > 0) report('rows dropped', { subject, dropped, of: body.length, firstIssue });
  return rows.length === 0 && dropped > 0 ? null : rows;
}
