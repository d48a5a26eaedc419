import * as z from 'zod/mini';
import { resolution } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';

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
