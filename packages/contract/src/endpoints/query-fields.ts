import * as z from 'zod/mini';
import { resolution } from '../market/instrument.ts';
import { identifyingText, text } from '../text.ts';

/** A whole number without blank, plus, point, exponent, hexadecimal digits or leading zero. */
const DIGITS = /^(?:0|-?[1-9]\d{0,14})$/;

/** Inclusive bounds, and the error message for a number outside them. */
type Limits = { least: number; most: number; error?: string };

/** A whole number in a query, where every value is text; the default `error` names the bounds. */
export function wholeNumber({ least, most, error }: Limits) {
  const said = error ?? `must be a whole number from ${least} to ${most}`;
  return z.pipe(
    z.string({ error: said }).check(z.regex(DIGITS, said)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least, said), z.maximum(most, said))),
  );
}

/** A larger number of seconds was meant as milliseconds. */
const MAX_EPOCH_SECONDS = 1e11;

/** A moment in a query: whole seconds since 1970. */
export const epochSeconds = wholeNumber({
  least: 0,
  most: MAX_EPOCH_SECONDS,
  error: `must be a whole number of seconds from 0 to ${MAX_EPOCH_SECONDS}, not milliseconds`,
});

/** The symbol and resolution of a request; `tsym` is the quote if `fsym` is only the base. */
export const symbolQuery = {
  e: identifyingText().check(z.minLength(1), z.maxLength(20)),
  fsym: identifyingText().check(z.maxLength(80, 'must have at most 80 characters')),
  tsym: z.optional(identifyingText().check(z.maxLength(20, 'must have at most 20 characters'))),
  resolution,
};

const MOST = 200;
const USUAL = 50;

/** The page of a list that a query asks for; `cursor` is the opaque `nextCursor` of the previous page. */
export const pageQuery = {
  cursor: z.optional(text().check(z.maxLength(500))),
  limit: z._default(wholeNumber({ least: 1, most: MOST }), USUAL),
};

/** One page of a list; `nextCursor` is null on the last page. */
export function pageOf<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.strictObject({ entries: z.array(entry), nextCursor: z.nullable(z.string()) });
}

/**
 * The revision of a shared record that its editor saw, as the record's own `revision` told it. Specified calls do not
 * have it: without one, a change applies to the current state.
 */
export const seenRevision = { revision: z.optional(z.int().check(z.minimum(0))) };
