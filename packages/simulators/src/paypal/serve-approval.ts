import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '../payments/sandbox-page.ts';
import {
  approvalPage,
  isDecision,
  nothingToApprove,
  type PayPalDecision,
  returnAddress,
  waitingFor,
} from './approval-page.ts';
import { approvalFails, approve } from './paypal-lifecycle.ts';
import { type PayPalService, planOf } from './paypal-state.ts';

const PATH = '/webapps/billing/subscriptions';

/** Decides what waits under a token; where the buyer goes next, null where nothing waits. */
export function decide(
  service: PayPalService,
  baToken: string,
  decision: PayPalDecision,
): Promise<string | null> {
  return service.change((state) => {
    const waiting = waitingFor(state, baToken);
    if (!waiting) return null;
    const { subscription, approval } = waiting;
    if (decision === 'approve') approve(state, subscription, service.context);
    if (decision === 'fail') approvalFails(state, subscription, service.context);
    return returnAddress(subscription, approval, decision);
  });
}

/** Serves the page on which the buyer approves. */
export function serveApproval(app: FastifyInstance, service: PayPalService): void {
  type Page = { Querystring: { ba_token?: string }; Body: { decision?: string } | undefined };
  app.get<Page>(PATH, async ({ query }, reply) => {
    reply.headers(PAGE_HEADERS);
    const plan = await service.change((state) => {
      const waiting = waitingFor(state, query.ba_token ?? '');
      return waiting && planOf(service.context, waiting.planId);
    });
    return plan ? reply.send(approvalPage(plan)) : reply.code(404).send(nothingToApprove());
  });
  app.post<Page>(PATH, async ({ query, body }, reply) => {
    const decision = body?.decision;
    const next = isDecision(decision)
      ? await decide(service, query.ba_token ?? '', decision)
      : null;
    if (next !== null) return reply.redirect(next, 303);
    return reply.code(404).headers(PAGE_HEADERS).send(nothingToApprove());
  });
}
