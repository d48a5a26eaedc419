import { AppError } from '@moneytrail/contract';
import type * as z from 'zod/mini';

/** A cursor encodes the place of a page's last row; it is opaque to callers. */
const write = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

function read<Place>(schema: z.ZodMiniType<Place>, cursor: string): Place {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'cursor: is not valid', { cause: error });
  }
}

/** Reads one page of a list. Throws 400 for a cursor that is not of this list. */
export async function readPage<Place, Row>(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  list: {
    /** The sort key, unique within the list. */
    place: z.ZodMiniType<Place>;
    placeOf: (row: Row) => Place;
    /** Up to `most` rows after a place, or from the beginning. */
    read: (after: Place | null, most: number) => Promise<Row[]>;
  },
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : read(list.place, cursor);
  const found = await list.read(after, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : write(list.placeOf(last)) };
}
