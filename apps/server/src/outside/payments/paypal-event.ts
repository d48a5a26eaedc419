import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { BadSignatureError, type ProviderEvent, type ProviderRequest } from './payment-provider.ts';
import type { PayPalClient } from './paypal-client.ts';
import { eventOf } from './paypal-map.ts';
import { event, verification } from './paypal-wire.ts';
import { expectNotice, momentOf } from './provider-call.ts';

const ALGORITHM = 'SHA256withRSA';
const OLDEST_MS = 5 * 60_000;

type Transmission = { id: string; time: string; signature: string; certificateUrl: string };

const refuse = (why: string) => new BadSignatureError(`a notice that PayPal did not sign: ${why}`);

function transmissionOf(headers: IncomingHttpHeaders): Transmission {
  const read = (name: string) => {
    const value = headers[`paypal-${name}`];
    if (typeof value !== 'string') throw refuse(`no ${name}`);
    return value;
  };
  if (read('auth-algo') !== ALGORITHM) throw refuse('another algorithm');
  return {
    id: read('transmission-id'),
    time: read('transmission-time'),
    signature: read('transmission-sig'),
    certificateUrl: read('cert-url'),
  };
}

/** A body that is not JSON was not sent by PayPal. */
function parseEvent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('no JSON');
  }
}

/** Embeds the event's raw JSON: parsing and serialising it could change numbers and escapes. */
function question(transmission: Transmission, webhookId: string, text: string): string {
  const asked = JSON.stringify({
    auth_algo: ALGORITHM,
    cert_url: transmission.certificateUrl,
    transmission_id: transmission.id,
    transmission_sig: transmission.signature,
    transmission_time: transmission.time,
    webhook_id: webhookId,
  });
  return `${asked.slice(0, -1)},"webhook_event":${text}}`;
}

/**
 * Reads notices with a valid signature, verified here with PayPal's certificate, or by PayPal if that is unavailable.
 * @see https://developer.paypal.com/api/rest/webhooks/rest/#verify-self-verification-method
 */
export function createPayPalEvents(
  settings: { webhookId: string; certificateOrigins: readonly string[] },
  deps: { client: PayPalClient; now: () => number },
): (request: ProviderRequest) => Promise<ProviderEvent> {
  const { webhookId } = settings;
  const { client, now } = deps;
  const certificates = createPayPalCertificates({ origins: settings.certificateOrigins }, { now });

  async function isConfirmed(transmission: Transmission, text: string, signal: AbortSignal) {
    const { verification_status } = await client.ask(verification, {
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body: question(transmission, webhookId, text),
      signal,
    });
    return verification_status === 'SUCCESS';
  }

  async function isSigned(transmission: Transmission, body: Buffer): Promise<boolean> {
    const { id, time, signature, certificateUrl } = transmission;
    const signal = client.deadline();
    const key = await certificates.keyAt(certificateUrl, signal);
    if (key === 'unknown') return false;
    if (key === 'unreachable') return isConfirmed(transmission, body.toString('utf8'), signal);
    const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
    return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
  }

  return async ({ headers, body }) => {
    const transmission = transmissionOf(headers);
    const signedMs = momentOf(transmission.time);
    if (signedMs === null || Math.abs(now() - signedMs) > OLDEST_MS)
      throw refuse('signed too long ago');
    const told = parseEvent(body.toString('utf8'));
    if (!(await isSigned(transmission, body))) throw refuse('the signature does not fit');
    return eventOf(expectNotice('PayPal', event, told));
  };
}

/** The signing key; `unknown`: not one of PayPal's; `unreachable`: it could not be read. */
type CertificateAnswer = KeyObject | 'unknown' | 'unreachable';

/** Certificates by address, cached after the first read. */
type PayPalCertificates = {
  keyAt: (url: string, signal: AbortSignal) => Promise<CertificateAnswer>;
};

/** Short, so that there is time for PayPal's verification call instead. */
const TIMEOUT_MS = 1_000;
const REMEMBERED = 10;
const PATH = /^\/v1\/notifications\/certs\/[\w-]{1,80}$/;

async function fetchCertificate(
  url: string,
  signal: AbortSignal,
): Promise<X509Certificate | 'unknown' | 'unreachable'> {
  try {
    const timed = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { redirect: 'error', signal: timed });
    if (response.status === 404) return 'unknown';
    return response.ok ? new X509Certificate(await response.text()) : 'unreachable';
  } catch {
    return 'unreachable'; // Including a proxy's page: PayPal's verification call is used instead.
  }
}

/** Reads certificates from the given origins only. */
function createPayPalCertificates(
  { origins }: { origins: readonly string[] },
  { now }: { now: () => number },
): PayPalCertificates {
  const known = new Map<string, X509Certificate>();
  return {
    keyAt: async (url, signal) => {
      if (!URL.canParse(url)) return 'unknown';
      const { origin, pathname, search, username, href } = new URL(url);
      const isPinned = origins.includes(origin) && PATH.test(pathname);
      if (!isPinned || search !== '' || username !== '') return 'unknown';
      const certificate = known.get(href) ?? (await fetchCertificate(href, signal));
      if (typeof certificate === 'string') return certificate;
      if (known.size >= REMEMBERED) known.clear();
      known.set(href, certificate);
      const { publicKey, validFrom, validTo } = certificate;
      const isValid = Date.parse(validFrom) <= now() && now() <= Date.parse(validTo);
      return isValid && publicKey.asymmetricKeyType === 'rsa' ? publicKey : 'unknown';
    },
  };
}
