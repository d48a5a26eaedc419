import { createHmac } from 'node:crypto';
import { SECOND_MS } from '@moneytrail/calendar';
import type { GuardedPost, Posted } from './guarded-post.ts';

/** Begins every secret, as the Standard Webhooks specification has it. */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes the secret of a webhook, in the written form that verifying libraries take. */
export function newWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export type WebhookMessage = {
  /** The same for every attempt, so that a receiver can recognise a repetition. */
  id: string;
  /** The moment of this attempt. */
  sentAtMs: number;
  body: string;
};

/**
 * The headers of a signed message; one signature for each valid secret, two during a rotation.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function webhookHeaders(
  { id, sentAtMs, body }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAtMs / SECOND_MS));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const signed = `${id}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Sends a signed message; resolves with the receiver's answer, whatever its status. Rejects like the post. */
export function sendWebhook(
  post: GuardedPost,
  receiver: { url: string; secrets: readonly string[] },
  message: WebhookMessage & { contentType: 'application/json' | 'text/plain' },
  signal: AbortSignal,
): Promise<Posted> {
  const { contentType, ...signed } = message;
  const headers = {
    ...webhookHeaders(signed, receiver.secrets),
    'content-type': `${contentType}; charset=utf-8`,
    'user-agent': 'Moneytrail-Webhooks/1',
  };
  return post({ url: receiver.url, headers, body: message.body, signal });
}
