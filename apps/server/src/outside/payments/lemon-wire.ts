import * as z from 'zod';

const identifier = z.union([z.string(), z.number()]).transform(String);

const one = <Attributes extends z.ZodType>(attributes: Attributes) =>
  z.object({ data: z.object({ id: identifier, attributes }) });

const list = <Attributes extends z.ZodType>(attributes: Attributes) =>
  z.object({
    data: z.array(z.object({ id: identifier, attributes })),
    meta: z.object({ page: z.object({ lastPage: z.number().int() }) }).optional(),
  });

export const failure = z.object({
  errors: z.array(z.object({ code: z.string().optional(), title: z.string().optional() })),
});

export const store = one(z.object({ currency: z.string() }));

export const products = list(z.object({ name: z.string(), status: z.string() })).extend({
  included: z
    .array(
      z.object({
        type: z.string(),
        id: identifier,
        attributes: z.object({
          product_id: identifier.optional(),
          name: z.string().optional(),
          description: z.string().nullish(),
          status: z.string().optional(),
        }),
      }),
    )
    .default([]),
});

export const prices = list(
  z.object({
    category: z.string(),
    scheme: z.string(),
    unit_price: z.number().int().nullish(),
    renewal_interval_unit: z.string().nullish(),
    renewal_interval_quantity: z.number().int().nullish(),
    trial_interval_unit: z.string().nullish(),
    trial_interval_quantity: z.number().int().nullish(),
    created_at: z.string(),
  }),
);

export const price = one(z.object({ unit_price: z.number().int().nullish() }));

export const checkout = one(z.object({ url: z.string() }));

/** The fields that identify a purchase. */
const purchase = z.object({
  store_id: identifier,
  test_mode: z.boolean(),
  variant_id: identifier,
  user_email: z.string().nullish(),
  created_at: z.string(),
});

export const purchases = list(purchase);

export const subscription = one(
  purchase.extend({
    customer_id: identifier,
    status: z.string(),
    trial_ends_at: z.string().nullish(),
    renews_at: z.string().nullish(),
    ends_at: z.string().nullish(),
    updated_at: z.string(),
    first_subscription_item: z
      .object({ price_id: identifier, quantity: z.number().int().min(1).default(1) })
      .nullish(),
    urls: z.object({ update_payment_method: z.string().nullish() }).nullish(),
  }),
);

export const invoices = list(
  z.object({
    status: z.string(),
    currency: z.string(),
    total: z.number().int(),
    created_at: z.string(),
  }),
);

export type WireProducts = z.infer<typeof products>;
export type WirePrice = z.infer<typeof prices>['data'][number]['attributes'];
export type WirePurchase = z.infer<typeof purchases>['data'][number];
export type WireSubscription = z.infer<typeof subscription>['data'];
export type WireInvoice = z.infer<typeof invoices>['data'][number];
