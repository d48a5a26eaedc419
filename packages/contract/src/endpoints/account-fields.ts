import * as z from 'zod/mini';

const REQUIRED = 'This field is required';
const MAX_EMAIL_LENGTH = 254;

/** Text, @, text, dot, text, without a blank; read in one pass, whatever is sent. */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH || /[\s\p{Cc}]/u.test(text)) return false;
  const parts = text.split('@');
  const [local, domain] = parts;
  if (parts.length !== 2 || !local || !domain) return false;
  const dot = domain.indexOf('.', 1);
  return dot > 0 && dot < domain.length - 1;
}

/** An e-mail address in its one canonical form: trimmed, NFC, lower case. It is the username. */
export const emailAddress = z
  .string({ error: 'Email is required' })
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email is required'),
    z.refine(isEmail, 'Email must be valid'),
  );

/** A line of a person's text, possibly empty: no line breaks or other control characters. */
export function optionalLine(maxLength: number) {
  return z
    .string({ error: REQUIRED })
    .check(
      z.maxLength(maxLength, `At most ${maxLength} characters`),
      z.trim(),
      z.regex(/^\P{Cc}*$/u, 'Must be one line'),
    );
}

/** A line that must hold something. */
export function textLine(maxLength: number) {
  return optionalLine(maxLength).check(z.minLength(1, REQUIRED));
}

/** The number as typed; whether the country knows it is decided by the server. */
export const phoneNumber = z
  .string({ error: 'Phone is required' })
  .check(z.trim(), z.minLength(1, 'Phone is required'), z.maxLength(40));

/** Two-letter region code, South Africa by default. */
export const phoneCountry = z
  .string({ error: 'Country is required' })
  .check(z.regex(/^[A-Z]{2}$/, 'Country must be a two-letter code'));

/** A secret as typed: neither trimmed nor cut. */
export const typedPassword = z
  .string({ error: 'Password is required' })
  .check(z.minLength(1, 'Password is required'), z.maxLength(512, 'Password is too long'));

/** Random identifier a browser keeps; it names a device and proves nothing. */
export const deviceId = z
  .string({ error: 'Device id is required' })
  .check(z.regex(/^[A-Za-z0-9-]{8,64}$/, 'Device id is not valid'));

/** Browser and system in words, shown in the list of sessions. */
export const deviceInfo = z.optional(optionalLine(200));

/** Six letters or digits, in either case. */
export const oneTimeCode = z
  .string()
  .check(z.regex(/^[A-Za-z0-9]{6}$/, 'Code must be 6 characters long'), z.toUpperCase());

function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A day as `YYYY-MM-DD`. */
export const calendarDay = z
  .string({ error: REQUIRED })
  .check(
    z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text), 'Must be a day'),
  );

const TYPES = { '0': 'commercial', '1': 'retail' } as const;

/** Stored and sent as a name; the numbers of older clients are understood. */
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

/** Where a user's own calls are addressed. */
export const userParams = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
