import { randomUUID, sign, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createSigningKey, type SigningKey } from '../payments/self-signed-certificate.ts';
import { payPalTime } from './paypal-state.ts';

const ALGORITHM = 'SHA256withRSA';
const COMMON_NAME = 'messageverificationcerts.simulated.paypal.com';

/** What `verify-webhook-signature` is asked about. */
export type SignatureQuestion = {
  algorithm: string;
  certificateUrl: string;
  transmissionId: string;
  signature: string;
  time: string;
  webhookId: string;
  /** The event as it was received. */
  body: string;
};

/** Signs notices as PayPal does. */
export type PayPalSigner = {
  /** The headers of a delivery; `isForged`: signed by somebody else's key. */
  headersFor: (body: string, isForged: boolean) => Promise<Record<string, string>>;
  /** The certificate in PEM at a path of `headersFor`'s address; null where there is none. */
  certificateAt: (name: string) => Promise<string | null>;
  verifies: (question: SignatureQuestion) => Promise<boolean>;
};

const CERTIFICATE_NAME = 'CERT-5a6b7c8d-51eed001';

/** The text that is signed: `id|time|webhookId|crc32 of the body`. */
function signedText(
  parts: { transmissionId: string; time: string; webhookId: string },
  body: string,
) {
  return `${parts.transmissionId}|${parts.time}|${parts.webhookId}|${crc32(body)}`;
}

/** One key a name for every simulator of a process: making one takes a twentieth of a second. */
const keys = new Map<string, Promise<SigningKey>>();

function keyOf(commonName: string): Promise<SigningKey> {
  const known = keys.get(commonName) ?? createSigningKey(commonName);
  keys.set(commonName, known);
  return known;
}

export function createPayPalSigner(deps: {
  now: () => number;
  webhookId: string;
  /** Known once the simulator listens. */
  baseUrl: () => string;
}): PayPalSigner {
  const ownKey = () => keyOf(COMMON_NAME);
  const { webhookId } = deps;
  const certificateUrl = () => `${deps.baseUrl()}/v1/notifications/certs/${CERTIFICATE_NAME}`;
  return {
    headersFor: async (body, isForged) => {
      const { privateKey } = await keyOf(isForged ? 'somebody else' : COMMON_NAME);
      const transmissionId = randomUUID();
      const time = payPalTime(deps.now());
      const text = signedText({ transmissionId, time, webhookId }, body);
      return {
        'content-type': 'application/json',
        'paypal-auth-algo': ALGORITHM,
        'paypal-cert-url': certificateUrl(),
        'paypal-transmission-id': transmissionId,
        'paypal-transmission-sig': sign('sha256', Buffer.from(text), privateKey).toString('base64'),
        'paypal-transmission-time': time,
      };
    },
    certificateAt: async (name) =>
      name === CERTIFICATE_NAME ? (await ownKey()).certificate : null,
    verifies: async (question) => {
      if (question.algorithm !== ALGORITHM) return false;
      if (question.certificateUrl !== certificateUrl()) return false;
      if (question.webhookId !== webhookId) return false;
      const { publicKey } = new X509Certificate((await ownKey()).certificate);
      const text = Buffer.from(signedText(question, question.body));
      return verify('sha256', text, publicKey, Buffer.from(question.signature, 'base64'));
    },
  };
}
