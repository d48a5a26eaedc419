import * as z from 'zod/mini';
import { text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

const MOST = 200;
const USUAL = 50;

/** How a query asks for one page of a list: `cursor` is the `nextCursor` of the page before, handed back unread. */
export const pageQuery = {
  cursor: z.optional(text().check(z.maxLength(500))),
  limit: z._default(wholeNumber({ least: 1, most: MOST }), USUAL),
};

/** One page of a list; `nextCursor` leads to the next one and is null on the last. */
export function pageOf<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.strictObject({ entries: z.array(entry), nextCursor: z.nullable(z.string()) });
}
