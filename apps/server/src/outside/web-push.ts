import { createECDH, hkdfSync } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@moneytrail/calendar';
import type { GuardedPost, Posted } from './guarded-post.ts';

/** A browser's address at its push service, and the keys that encrypt for this browser alone. */
export type PushSubscription = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
};

/** The key pair by which push services know this installation, as base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
/** A push service gives a message up that a browser did not fetch in this time: it would be no news. */
const KEPT_MS = 12 * HOUR_MS;

/**
 * The installation's key pair (RFC 8292), derived from its secret: every process has the same one without storing it.
 * Browsers must subscribe again once the secret is replaced.
 */
export function vapidKeysOf(secret: string): VapidKeys {
  const ecdh = createECDH(CURVE);
  // One in 2^32 candidates is not below the order of the curve.
  for (let attempt = 0; ; attempt++) {
    const info = `moneytrail push key ${attempt}`;
    const candidate = Buffer.from(hkdfSync('sha256', secret, '', info, KEY_BYTES));
    try {
      ecdh.setPrivateKey(candidate);
    } catch {
      continue;
    }
    return {
      publicKey: ecdh.getPublicKey('base64url'),
      privateKey: candidate.toString('base64url'),
    };
  }
}

/** True if the push service no longer knows the browser, so that its subscription can be removed. */
export const isGone = ({ status }: Posted): boolean => status === 404 || status === 410;

/**
 * Makes the sender of push messages, encrypted for the subscribed browser. Resolves with the answer of the push service,
 * whatever its status; rejects like the post, and for keys that are not a browser's. `contact` is the `mailto:` address or
 * page that push services may complain to.
 */
export function createPushSender(options: {
  post: GuardedPost;
  keys: VapidKeys;
  contact: string;
}): (subscription: PushSubscription, payload: string, signal: AbortSignal) => Promise<Posted> {
  const { post, keys, contact } = options;
  return async (subscription, payload, signal) => {
    // Loaded with the first message, as most installations' starts need none of it.
    const { default: webPush } = await import('web-push');
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: contact, ...keys },
      TTL: KEPT_MS / SECOND_MS,
      contentEncoding: 'aes128gcm',
      urgency: 'high',
    });
    const texts = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    return post({ url: endpoint, headers: texts, body: body ?? '', signal });
  };
}
