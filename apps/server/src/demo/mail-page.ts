import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '../http/error-handler.ts';
import type { DemoMailbox } from '../outside/demo-mailbox.ts';

export const DEMO_MAIL_PATH = '/api/demo/mail/:id';

/** No scripts and no requests, framed only by us. Mails style their elements in place; their links open other tabs. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const params = z.object({ id: z.coerce.number<number>().check(z.int(), z.positive()) });

/** Serves the HTML of a mail in the demo mailbox, which the page of the mailbox frames. */
export function serveDemoMail(app: FastifyInstance, mailbox: Pick<DemoMailbox, 'htmlOf'>): void {
  app.get(DEMO_MAIL_PATH, async (request, reply) => {
    const { data } = params.safeParse(request.params);
    const html = data === undefined ? null : await mailbox.htmlOf(data.id);
    if (html === null) return notFound();
    return (
      reply
        .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' })
        // A sandboxed page has an opaque origin, to which this header does not apply.
        .removeHeader('origin-agent-cluster')
        .type('text/html; charset=utf-8')
        .send(html.replace('<head>', '<head><base target="_blank">'))
    );
  });
}
