import { listContactMessages, sendContactMessage } from '@moneytrail/contract';
import { CONTACT_TEXTS } from '@moneytrail/contract/contact-rules';
import type { Router } from '../../http/route.ts';
import { listMessages } from './list-messages.ts';
import { type ContactDeps, takeMessage } from './take-message.ts';

/** What the contact form sends, and reading it. */
export function contactRoutes(router: Router, deps: ContactDeps): void {
  router.route(sendContactMessage, async ({ body, ip }) => {
    await takeMessage(deps, body, ip);
    return { message: CONTACT_TEXTS.sent };
  });
  router.route(listContactMessages, ({ query }) => listMessages(deps.db, query));
}
