import * as z from 'zod/mini';
import { canonicalEmail } from '../accounts/email-address.ts';
import {
  CONTACT_PATH,
  CONTACT_TEXTS,
  type ContactFields,
  contactProblem,
} from '../contact-rules.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './query-fields.ts';

const LONGEST_HIDDEN = 200;

/** A field by the rule that the form has for it. */
function field(name: keyof ContactFields) {
  return text({ error: CONTACT_TEXTS.required }).check(
    z.check(({ value, issues }) => {
      const message = contactProblem(name, value);
      if (message !== null) issues.push({ code: 'custom', message, input: value, continue: false });
    }),
  );
}

/**
 * A message to whoever runs the product, from anybody: stored, then mailed to the brand's contact address. Three within
 * ten minutes of one address, then 429. What `website` or `fillMs` refuse counts too, is answered alike and thrown away:
 * see `ContactRequest` of `contact-rules.ts`. Both may be left out, as the specified call knows neither: they stop robots
 * that run the form, and whoever writes their own requests would write these fields too.
 */
export const sendContactMessage = endpoint({
  name: 'sendContactMessage',
  summary: 'Sends a message to the contact address.',
  method: 'POST',
  path: CONTACT_PATH,
  access: 'public',
  body: z.strictObject({
    name: field('name').check(z.trim()),
    email: field('email').check(z.overwrite(canonicalEmail)),
    phone: z._default(field('phone').check(z.trim()), ''),
    message: field('message'),
    website: z._default(text().check(z.maxLength(LONGEST_HIDDEN)), ''),
    fillMs: z.optional(z.int()),
  }),
  response: z.strictObject({ message: z.string() }),
});
export type ContactMessage = z.infer<NonNullable<typeof sendContactMessage.body>>;

/** A message as it was sent: `createdAt` is ISO 8601 in UTC, everything else what a stranger typed. */
const storedMessage = z.strictObject({
  _id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.string(),
});
export type StoredMessage = z.infer<typeof storedMessage>;

const messagePage = pageOf(storedMessage);
export type StoredMessagePage = z.infer<typeof messagePage>;

/** Messages of the contact form, the newest first. */
export const listContactMessages = endpoint({
  name: 'listContactMessages',
  summary: 'Messages of the contact form, the newest first.',
  method: 'GET',
  path: '/api/admin/contact-messages',
  access: 'superAdmin',
  query: z.strictObject(pageQuery),
  response: messagePage,
});
