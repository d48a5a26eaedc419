import * as z from 'zod/mini';
import { resolution } from '../market/instrument.ts';
import { identifyingText, text } from '../text.ts';

/** A whole number as people write it: no blank, plus, point, exponent, hexadecimal or leading zero. */
const DIGITS = /^(?:0|-?[1-9]\d{0,14})$/;

/** Where a number must lie, and what is said of one that does not. */
type Limits = { least: number; most: number; error?: string };

/** A whole number in a query, where everything arrives as text; `error` defaults to naming the limits. */
export function wholeNumber({ least, most, error }: Limits) {
  const said = error ?? `must be a whole number from ${least} to ${most}`;
  return z.pipe(
    z.string({ error: said }).check(z.regex(DIGITS, said)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least, said), z.maximum(most, said))),
  );
}

/** A larger number of seconds is a number of milliseconds by mistake. */
const MAX_EPOCH_SECONDS = 1e11;

/** A moment in a query: whole seconds since 1970. */
export const epochSeconds = wholeNumber({
  least: 0,
  most: MAX_EPOCH_SECONDS,
  error: `must be a whole number of seconds from 0 to ${MAX_EPOCH_SECONDS}, not milliseconds`,
});

/** How a request for one symbol in one resolution names them: `tsym` is the quote where `fsym` is the base alone. */
export const symbolQuery = {
  e: identifyingText().check(z.minLength(1), z.maxLength(20)),
  fsym: identifyingText().check(z.maxLength(80, 'must have at most 80 characters')),
  tsym: z.optional(identifyingText().check(z.maxLength(20, 'must have at most 20 characters'))),
  resolution,
};

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
