// Apart from the subscription, as the paywall of every page reads them.

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { permissions } from './current-user.ts';

export const billingInterval = z.enum(['MONTH', 'YEAR']);

/** A plan for sale; `amount` in USD. */
export const plan = z.strictObject({
  planId: z.string(),
  name: z.string(),
  description: z.string(),
  billingInterval,
  amount: z.number(),
  hasTrial: z.boolean(),
  trialDays: z.nullable(z.int()),
  /** The rights that come with the plan. */
  permissions,
  provider: z.enum(['paypal', 'lemon']),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = endpoint({
  name: 'listPlans',
  summary: 'Lists the plans for sale, cheapest first.',
  method: 'GET',
  path: '/api/paypal/plans',
  access: 'user',
  response: z.strictObject({ data: z.array(plan) }),
});
