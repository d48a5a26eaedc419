import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLemonEvent } from './lemon-event.ts';
import { BadSignatureError } from './payment-provider.ts';

const SECRET = 'a signing secret';

function signed(value: unknown) {
  const body = Buffer.from(JSON.stringify(value));
  return {
    body,
    headers: { 'x-signature': createHmac('sha256', SECRET).update(body).digest('hex') },
  };
}

const invoice = {
  meta: { event_name: 'subscription_payment_failed', custom_data: { user_id: 'user-1' } },
  data: {
    type: 'subscription-invoices',
    id: '9',
    attributes: { subscription_id: 4, updated_at: '2026-11-22T10:00:00.000000Z' },
  },
};
const read = (request: ReturnType<typeof signed>) =>
  readLemonEvent({ webhookSecret: SECRET }, request);

test('C49: a notice of an invoice names the subscription, not the invoice', async () => {
  expect(await read(signed(invoice))).toMatchObject({
    type: 'subscription_payment_failed',
    subscriptionId: '4',
    userId: 'user-1',
    atMs: Date.parse('2026-11-22T10:00:00Z'),
  });
});

test('every delivery of a notice has one key, and another notice another', async () => {
  const { key } = await read(signed(invoice));
  expect((await read(signed(invoice))).key).toBe(key);
  expect((await read(signed({ ...invoice, other: 1 }))).key).not.toBe(key);
});

test('a genuine notice that cannot be read may be sent again', async () => {
  await expect(read(signed({ meta: {} }))).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(read(signed(null))).rejects.toMatchObject({ kind: 'unavailable' });
});

test('C48: one byte changed, another secret or no signature at all is refused', async () => {
  const { body, headers } = signed(invoice);
  const changed = Buffer.from(body);
  changed[20] = (changed[20] ?? 0) ^ 1;
  await expect(read({ body: changed, headers })).rejects.toThrow(BadSignatureError);
  await expect(read({ body, headers: { 'x-signature': '' } })).rejects.toThrow(BadSignatureError);
  await expect(readLemonEvent({ webhookSecret: 'other' }, { body, headers })).rejects.toThrow(
    BadSignatureError,
  );
  await expect(readLemonEvent({ webhookSecret: SECRET }, { body, headers: {} })).rejects.toThrow(
    BadSignatureError,
  );
});
