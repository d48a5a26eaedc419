import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { PlanRow } from './policy.ts';

/** A subscription of which nothing is known but who asked for what, at the price of now. */
export function newSubscription(
  plan: PlanRow,
  known: { userId: string; providerId: string | null; status: string; nowMs: number },
): Insertable<Database['provider_subscriptions']> {
  return {
    id: randomUUID(),
    user_id: known.userId,
    plan_id: plan.id,
    provider: plan.provider,
    provider_id: known.providerId,
    amount_cents: plan.amount_cents,
    currency: plan.currency,
    state: 'pending',
    status: known.status,
    asked_at_ms: known.nowMs,
    returned_at_ms: null,
    start_ms: null,
    trial_ends_ms: null,
    paid_until_ms: null,
    ends_ms: null,
    failed_since_ms: null,
    end_noticed_ms: null,
    missing_since_ms: null,
    refusal: null,
    read_at_ms: null,
    end_tried_ms: null,
  };
}
