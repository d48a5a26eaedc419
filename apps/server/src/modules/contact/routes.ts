import { sendContactMessage } from '@moneytrail/contract';
import { CONTACT_TEXTS } from '@moneytrail/contract/contact-rules';
import type { Router } from '../../http/route.ts';
import { type ContactDeps, takeMessage } from './take-message.ts';

/** Registers the contact form's call. */
export function contactRoutes(router: Router, deps: ContactDeps): void {
  router.route(sendContactMessage, async ({ body, ip }) => {
    await takeMessage(deps, body, ip);
    return { message: CONTACT_TEXTS.sent };
  });
}
