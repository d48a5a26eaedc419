import * as z from 'zod/mini';
import { canonicalEmail } from '../accounts/email-address.ts';
import {
  CONTACT_PATH,
  CONTACT_TEXTS,
  type ContactFields,
  contactProblem,
} from '../contact-rules.ts';
import { endpoint } from '../endpoint.ts';
import { compactPhone } from '../phone-text.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './query-fields.ts';

const LONGEST_HIDDEN = 200;

/** Applies the form's own rule to a field. */
function field(name: keyof ContactFields) {
  return text({ error: CONTACT_TEXTS.required }).check(
    z.check(({ value, issues }) => {
      const message = contactProblem(name, value);
      if (message !== null) issues.push({ code: 'custom', message, input: value, continue: false });
    }),
  );
}

/**
 * Messages are stored, then mailed to the brand's contact address. A message that `website` or `fillMs` marks as a bot's
 * counts against the limit, too, gets the same response and is discarded: see `ContactRequest` in `contact-rules.ts`.
 * Both fields are optional, because the specified call does not have them; they only stop bots that run the form.
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
    phone: z._default(field('phone').check(z.overwrite(compactPhone)), ''),
    message: field('message'),
    website: z._default(text().check(z.maxLength(LONGEST_HIDDEN)), ''),
    fillMs: z.optional(z.int()),
  }),
  response: z.strictObject({ message: z.string() }),
});
export type ContactMessage = z.infer<NonNullable<typeof sendContactMessage.body>>;

/** A stored message; moments are ISO 8601 in UTC, the texts are untrusted input. */
const storedMessage = z.strictObject({
  _id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.string(),
  readAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  userId: z.nullable(z.string()),
});
export type StoredMessage = z.infer<typeof storedMessage>;

const messagePage = pageOf(storedMessage);
export type StoredMessagePage = z.infer<typeof messagePage>;

export const listContactMessages = endpoint({
  name: 'listContactMessages',
  summary: 'Lists the messages of the contact form, newest first.',
  method: 'GET',
  path: '/api/admin/contact-messages',
  access: 'superAdmin',
  query: z.strictObject({
    search: z.optional(text().check(z.maxLength(100))),
    state: z.optional(z.enum(['unanswered'])),
    ...pageQuery,
  }),
  response: messagePage,
});

const messageParams = z.strictObject({ id: text().check(z.minLength(1), z.maxLength(64)) });

export const setContactMessageState = endpoint({
  name: 'setContactMessageState',
  summary: 'Marks a message of the contact form as read or answered, or takes that back.',
  method: 'PATCH',
  path: '/api/admin/contact-messages/:id',
  access: 'superAdmin',
  params: messageParams,
  body: z.strictObject({ isRead: z.boolean(), isAnswered: z.boolean() }),
  response: storedMessage,
});

export const deleteContactMessage = endpoint({
  name: 'deleteContactMessage',
  summary: 'Deletes a message of the contact form.',
  method: 'DELETE',
  path: '/api/admin/contact-messages/:id',
  access: 'superAdmin',
  params: messageParams,
  response: z.strictObject({ _id: z.string() }),
});
