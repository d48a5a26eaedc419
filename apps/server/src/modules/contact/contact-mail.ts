import { BRAND, type ContactMessage } from '@moneytrail/contract';
import type { OutgoingMessage } from '../../outbox/index.ts';

/**
 * The mail to whoever runs the product; an answer to it goes to the sender. It is plain text: nothing in it can be markup,
 * and of what a stranger typed only the address, which is checked, reaches a header.
 */
export function contactMail({ name, email, phone, message }: ContactMessage): OutgoingMessage {
  const about = [`Name: ${name}`, `E-mail: ${email}`, ...(phone === '' ? [] : [`Phone: ${phone}`])];
  return {
    channel: 'email',
    to: BRAND.contactAddress,
    replyTo: email,
    subject: `${BRAND.name}: message from ${email}`,
    text: `${about.join('\n')}\n\n${message}\n`,
  };
}
