import { canonicalEmail, isEmail } from './accounts/email-address.ts';
import { isBlank, isStorable, NOT_TEXT } from './storable-text.ts';

/**
 * The contact form, all that its page needs to know. This file imports no schema library, so that the public page
 * loads none: `@moneytrail/contract/contact-rules`.
 *
 * The form sends `POST` to `CONTACT_PATH` with a `ContactRequest` as JSON, and shows `CONTACT_TEXTS.sent` where the
 * answer is 200, `CONTACT_TEXTS.failed` for everything else.
 */
export const CONTACT_PATH = '/api/auth/contact';

/** Every text of the form, those of the specification letter for letter. */
export const CONTACT_TEXTS = {
  required: 'This field is required',
  email: 'E-mail must be valid',
  phone: 'Phone number must be valid',
  oneLine: 'Must be one line',
  sent: 'Your message has been sent!',
  failed: 'Failed to send your message. Please try again.',
} as const;

/** The most characters of each field, counted as `maxlength` of an input counts them. */
export const CONTACT_LENGTHS = { name: 80, email: 254, phone: 16, message: 5_000 } as const;

/** A message that took less to fill in is thrown away, with the answer of success. */
export const LEAST_FILL_MS = 2_000;

/** What a person types, as they typed it; `phone` is empty where none is given. */
export type ContactFields = { name: string; email: string; phone: string; message: string };

/** What the form sends. */
export type ContactRequest = ContactFields & {
  /**
   * The hidden field, which people leave empty: robots fill in whatever they find. It is a text input named `website`,
   * out of sight (not `display: none`, which robots look for), `aria-hidden`, with `tabindex="-1"` and
   * `autocomplete="off"`. With anything in it the message is thrown away, with the answer of success.
   */
  website: string;
  /**
   * Whole milliseconds from the moment when the form could be filled in, or was emptied after a success, until it was
   * submitted: of `performance.now()`, so that a clock that is set does not matter.
   */
  fillMs: number;
};

/** Control characters and both separators of Unicode: whatever any program takes for the end of a line. */
const LINE_END = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** A plus or none, then 7 to 15 digits. */
const PHONE = /^\+?\d{7,15}$/;
/** Blanks around an address or a number included; before anything looks at each character. */
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
    if (value.length > LONGEST_TYPED) return CONTACT_TEXTS.phone;
    const typed = value.trim();
    return typed === '' || PHONE.test(typed) ? null : CONTACT_TEXTS.phone;
  },
  message: (value) => {
    if (isBlank(value)) return CONTACT_TEXTS.required;
    if (value.length > CONTACT_LENGTHS.message) return atMost(CONTACT_LENGTHS.message);
    return isStorable(value) ? null : NOT_TEXT;
  },
};

/** What is wrong with one field as it is typed, in words for its reader; null where nothing is. */
export function contactProblem(field: keyof ContactFields, value: string): string | null {
  return RULES[field](value);
}

/** What is wrong with each field; empty where the form may be submitted. */
export function checkContact(fields: ContactFields): Partial<Record<keyof ContactFields, string>> {
  const problems: Partial<Record<keyof ContactFields, string>> = {};
  for (const field of ['name', 'email', 'phone', 'message'] as const) {
    const problem = contactProblem(field, fields[field]);
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}
