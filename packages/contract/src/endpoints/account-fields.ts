import * as z from 'zod/mini';
import { canonicalEmail, isEmail } from '../accounts/email-address.ts';
import { LONGEST_PHONE, PHONE_TEXTS } from '../phone-text.ts';
import { isVisible } from '../storable-text.ts';
import { identifyingText, text } from '../text.ts';

const REQUIRED = 'This field is required';
/** Upper bound with surrounding blanks. */
const MAX_TYPED_EMAIL = 1_000;

/** An email address in canonical form; it is the username. */
export const emailAddress = z
  .string({ error: 'Email is required' })
  .check(
    z.maxLength(MAX_TYPED_EMAIL, { error: 'Email must be valid', abort: true }),
    z.refine(isVisible, { error: 'Email must be valid', abort: true }),
    z.overwrite(canonicalEmail),
    z.minLength(1, 'Email is required'),
    z.refine(isEmail, 'Email must be valid'),
  );

const oneLine = (maxLength: number) =>
  [
    z.maxLength(maxLength, `At most ${maxLength} characters`),
    z.trim(),
    z.regex(/^\P{Cc}*$/u, 'Must be one line'),
  ] as const;

/** One line of free text without control characters; may be empty. */
export function optionalLine(maxLength: number) {
  return text({ error: REQUIRED }).check(...oneLine(maxLength));
}

/** A name on one line without invisible characters; may be empty. */
export function optionalName(maxLength: number) {
  return identifyingText({ error: REQUIRED }).check(...oneLine(maxLength));
}

/** A name that must not be empty. */
export function nameLine(maxLength: number) {
  return optionalName(maxLength).check(z.minLength(1, REQUIRED));
}

/** The number as typed; the server checks it against the country. */
export const phoneNumber = text({ error: 'Phone is required' }).check(
  z.trim(),
  z.minLength(1, 'Phone is required'),
  z.maxLength(LONGEST_PHONE, PHONE_TEXTS.invalid),
);

/** Two-letter region code; South Africa by default. */
export const phoneCountry = text({ error: 'Country is required' }).check(
  z.regex(/^[A-Z]{2}$/, 'Country must be a two-letter code'),
);

/** A password as typed, neither trimmed nor cut. */
export const typedPassword = text({ error: 'Password is required' }).check(
  z.minLength(1, 'Password is required'),
  z.maxLength(512, 'Password is too long'),
);

/** Browser and operating system in words, shown in the list of sessions. */
export const deviceInfo = z.optional(optionalLine(200));

/** Six letters or digits; case does not matter. */
export const oneTimeCode = text().check(
  z.regex(/^[A-Za-z0-9]{6}$/, 'Code must be 6 characters long'),
  z.toUpperCase(),
);

/**
 * The use of a code that was sent a moment ago and cannot be entered here: an earlier sign-in of this device that is
 * over, one of another device, or the change of a number.
 */
export const codeWasFor = z.optional(z.enum(['earlier-sign-in', 'other-device', 'phone-change']));
/** The last three digits of the number that codes go to. */
export const phoneEnding = z.optional(z.string());

function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A day from 1900 to 2199 as `YYYY-MM-DD`: databases and clocks cannot represent year 0 or days after 9999. */
export const calendarDay = text({ error: REQUIRED }).check(
  z.refine(
    (text) => /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text),
    'Must be a day',
  ),
);

const TYPES = { '0': 'commercial', '1': 'retail' } as const;

/** Stored and sent as a name; the numbers of older clients are accepted. */
export const userType = z.pipe(
  z.union([z.enum(['commercial', 'retail']), z.enum(['0', '1']), z.literal([0, 1])], {
    error: REQUIRED,
  }),
  z.transform((value): 'commercial' | 'retail' =>
    value === 'commercial' || value === 'retail'
      ? value
      : TYPES[value === 0 ? '0' : value === 1 ? '1' : value],
  ),
);

/** Parameters of calls about one user. */
export const userParams = z.strictObject({ id: text().check(z.minLength(1), z.maxLength(64)) });
