import * as z from 'zod';

const money = z.object({ value: z.string(), currency_code: z.string() });

export const token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

export const failure = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

const link = z.object({ rel: z.string(), href: z.string() });

export const linked = z.object({ id: z.string().optional(), links: z.array(link).default([]) });

const cycle = z.object({
  frequency: z.object({
    interval_unit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
    interval_count: z.number().int().min(1).default(1),
  }),
  tenure_type: z.enum(['TRIAL', 'REGULAR']),
  total_cycles: z.number().int().min(0).default(1),
  pricing_scheme: z.object({ fixed_price: money.optional() }).optional(),
});

export const plan = z.object({
  id: z.string(),
  name: z.string().default(''),
  description: z.string().default(''),
  status: z.string().default('ACTIVE'),
  billing_cycles: z.array(cycle).default([]),
});

export const planPage = z.object({
  plans: z.array(z.object({ id: z.string(), status: z.string() })).default([]),
  total_pages: z.number().int().optional(),
});

export const subscription = z.object({
  id: z.string(),
  status: z.string(),
  plan_id: z.string(),
  custom_id: z.string().nullish(),
  start_time: z.string().nullish(),
  update_time: z.string().nullish(),
  status_update_time: z.string().nullish(),
  subscriber: z
    .object({ email_address: z.string().nullish(), payer_id: z.string().nullish() })
    .nullish(),
  billing_info: z
    .object({
      next_billing_time: z.string().nullish(),
      failed_payments_count: z.number().int().nullish(),
    })
    .nullish(),
  // PayPal repeats the subscription's plan without id and name.
  plan: z.object({ billing_cycles: z.array(cycle).default([]) }).nullish(),
});

export const transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        time: z.string(),
        amount_with_breakdown: z.object({ gross_amount: money }),
      }),
    )
    .default([]),
});

export const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

export const event = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  create_time: z.string().nullish(),
  resource_type: z.string().nullish(),
  resource: z.object({
    id: z.string().nullish(),
    custom_id: z.string().nullish(),
    custom: z.string().nullish(),
    billing_agreement_id: z.string().nullish(),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().nullish() }))
      .nullish(),
  }),
});

export type WirePlan = z.infer<typeof plan>;
export type WireCycle = z.infer<typeof cycle>;
export type WireSubscription = z.infer<typeof subscription>;
export type WireTransactions = z.infer<typeof transactions>;
export type WireEvent = z.infer<typeof event>;
