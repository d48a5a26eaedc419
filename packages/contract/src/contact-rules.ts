import { canonicalEmail, isEmail } from './accounts/email-address.ts';
import { compactPhone, LONGEST_PHONE, PHONE_TEXTS } from './phone-text.ts';
import { isBlank, isStorable, NOT_TEXT } from './storable-text.ts';

/**
 * Rules of the contact form. This file imports no schema library, so that the public page loads none:
 * `@moneytrail/contract/contact-rules`.
 *
 * The form sends `POST` to `CONTACT_PATH` with a `ContactRequest` as JSON. It shows `CONTACT_TEXTS.sent` for status 200
 * and `CONTACT_TEXTS.failed` for any other.
 */
export const CONTACT_PATH = '/api/auth/contact';

/** All texts of the form. Those given by the specification are verbatim. */
export const CONTACT_TEXTS = {
  required: 'This field is required',
  email: 'E-mail must be valid',
  phone: PHONE_TEXTS.invalid,
  oneLine: 'Must be one line',
  sent: 'Your message has been sent!',
  failed: 'Failed to send your message. Please try again.',
} as const;

/** Maximum lengths in the units of an input's `maxlength`. */
export const CONTACT_LENGTHS = {
  name: 80,
  email: 254,
  phone: LONGEST_PHONE,
  message: 5_000,
} as const;

/** A message that was filled in faster is discarded and answered as a success. */
export const LEAST_FILL_MS = 2_000;

/** The fields as typed; `phone` is empty if it was left out. */
export type ContactFields = { name: string; email: string; phone: string; message: string };

/** The body that the form sends. */
export type ContactRequest = ContactFields & {
  /**
   * A honeypot: people leave the hidden field empty, bots fill in every field. It is a text input named `website`,
   * moved off screen (bots look for `display: none`), `aria-hidden`, with `tabindex="-1"` and `autocomplete="off"`. A
   * message with any text in it is discarded and answered as a success.
   */
  website: string;
  /**
   * Whole milliseconds from the moment the form could be filled in, or was emptied after a success, until it was
   * submitted. Measured with `performance.now()`, so that a change of the clock does not matter.
   */
  fillMs: number;
};

/**
 * Control characters and the Unicode line and paragraph separators: every character that some program treats as the end
 * of a line.
 */
const LINE_END = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** An optional plus, then 7 to 15 digits, after the separators are removed. */
const PHONE = /^\+?\d{7,15}$/;
/** Upper bound for an address with surrounding blanks, checked before any pattern runs. */
const LONGEST_TYPED = 1_000;

const atMost = (length: number) => `At most ${length.toLocaleString('en')} characters`;

type Rule = (value: string) => string | null;

const RULES: Record<keyof ContactFields, Rule> = {
  name: (value) => {
    if (isBlank(value)) return CONTACT_TEXTS.required;
    if (value.trim().length > CONTACT_LENGTHS.name) return atMost(CONTACT_LENGTHS.name);
    if (LINE_END.test(value)) return CONTACT_TEXTS.oneLine;
    return isStorable(value) ? null : NOT_TEXT;
  },
  email: (value) => {
    if (isBlank(value)) return CONTACT_TEXTS.required;
    const isRefused = value.length > LONGEST_TYPED || LINE_END.test(value);
    return !isRefused && isEmail(canonicalEmail(value)) ? null : CONTACT_TEXTS.email;
  },
  phone: (value) => {
    if (value.length > LONGEST_PHONE) return CONTACT_TEXTS.phone;
    const number = compactPhone(value);
    return isBlank(value) || PHONE.test(number) ? null : CONTACT_TEXTS.phone;
  },
  message: (value) => {
    if (isBlank(value)) return CONTACT_TEXTS.required;
    if (value.length > CONTACT_LENGTHS.message) return atMost(CONTACT_LENGTHS.message);
    return isStorable(value) ? null : NOT_TEXT;
  },
};

/** The error message of one field, or null. */
export function contactProblem(field: keyof ContactFields, value: string): string | null {
  return RULES[field](value);
}

/** The error message of each invalid field; empty if the form may be submitted. */
export function checkContact(fields: ContactFields): Partial<Record<keyof ContactFields, string>> {
  const problems: Partial<Record<keyof ContactFields, string>> = {};
  for (const field of ['name', 'email', 'phone', 'message'] as const) {
    const problem = contactProblem(field, fields[field]);
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}
