import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { BadSignatureError, type ProviderEvent, type ProviderRequest } from './payment-provider.ts';
import { expectNotice, momentOf, parsed } from './provider-call.ts';

const NAME = 'Lemon Squeezy';
const identifier = z.union([z.string(), z.number()]).transform(String);

const notice = z.object({
  meta: z.object({
    event_name: z.string(),
    custom_data: z.object({ user_id: z.string().optional() }).nullish(),
  }),
  data: z.object({
    type: z.string(),
    id: identifier,
    attributes: z.object({
      subscription_id: identifier.nullish(),
      updated_at: z.string().nullish(),
    }),
  }),
});

function isSigned({ headers, body }: ProviderRequest, secret: string): boolean {
  const given = headers['x-signature'];
  if (typeof given !== 'string') return false;
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const written = Buffer.from(given);
  return written.length === expected.length && timingSafeEqual(written, expected);
}

/**
 * Reads a notice from Lemon Squeezy after verifying its signature over the raw bytes. A payment notice is about an
 * invoice: `data.id` is the invoice's, the subscription is in the attributes.
 * @see https://docs.lemonsqueezy.com/help/webhooks/signing-requests
 */
export async function readLemonEvent(
  settings: { webhookSecret: string },
  request: ProviderRequest,
): Promise<ProviderEvent> {
  if (!isSigned(request, settings.webhookSecret)) {
    throw new BadSignatureError('a notice without the signature of Lemon Squeezy');
  }
  const { meta, data } = expectNotice(NAME, notice, parsed(request.body.toString('utf8')));
  const isSubscription = data.type === 'subscriptions';
  return {
    // Lemon Squeezy's notices have no id, but every delivery of one has the same bytes.
    key: createHash('sha256').update(request.body).digest('hex'),
    type: meta.event_name,
    // Lemon Squeezy is the seller of record and settles disputes itself; a lost one arrives as a refund.
    meaning: 'changed',
    disputedPaymentIds: [],
    subscriptionId: isSubscription ? data.id : (data.attributes.subscription_id ?? null),
    userId: meta.custom_data?.user_id ?? null,
    atMs: momentOf(data.attributes.updated_at),
  };
}
