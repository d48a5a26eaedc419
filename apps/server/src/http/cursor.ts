import { AppError } from '@moneytrail/contract';
import type * as z from 'zod/mini';

/** A place in a list, as text that callers hand back unread: what the last row of a page is sorted by. */
export function encodeCursor<T>(schema: z.ZodMiniType<T>, place: T): string {
  return Buffer.from(JSON.stringify(schema.parse(place))).toString('base64url');
}

/** Reads a caller's cursor; null without one. Throws 400 for one that no page of this list has answered. */
export function decodeCursor<T>(schema: z.ZodMiniType<T>, cursor: string | undefined): T | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'cursor: is not valid', { cause: error });
  }
}
