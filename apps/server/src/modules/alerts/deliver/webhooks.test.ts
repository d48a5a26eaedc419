import { expect, test } from 'vitest';
import type { WaitingDelivery, WebhookRow } from './ways-store.ts';
import { callWebhook, createWebhooks } from './webhooks.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const USER = 'somebody';
const [before, now] = ['a'.repeat(32), 'b'.repeat(32)].map(createWebhooks) as [
  ReturnType<typeof createWebhooks>,
  ReturnType<typeof createWebhooks>,
];

/** A row of which the test needs the secrets alone. */
const rowOf = (secret: Buffer, former: Buffer | null) =>
  ({
    user_id: USER,
    url: 'https://receiver.example/',
    secret,
    old_secret: former,
    old_secret_ends_ms: NOW + 1,
  }) as WebhookRow;

test('a former secret that cannot be read is left out, so that a new one is enough', () => {
  const present = now.encrypt(USER, 'new');
  expect(now.secretsOf(rowOf(present, now.encrypt(USER, 'old')), NOW)).toEqual(['new', 'old']);
  expect(now.secretsOf(rowOf(present, before.encrypt(USER, 'old')), NOW)).toEqual(['new']);
});

test('a secret that cannot be read is a failed attempt that tells what to do', async () => {
  const delivery = {
    firingId: 7,
    firing: { message: 'Fired', text: 'BTCUSD is above 10,700.' },
  } as WaitingDelivery;
  const post = () => Promise.reject(new Error('called without a signature'));
  const deps = { clock: { now: () => NOW }, webhooks: now, post };
  const row = rowOf(before.encrypt(USER, 'lost'), null);
  const attempt = await callWebhook(deps, row, delivery, new AbortController().signal);
  expect(attempt).toMatchObject({
    firingId: 7,
    status: null,
    answer: 'The secret of this webhook cannot be read any more. Make a new one.',
  });
});
