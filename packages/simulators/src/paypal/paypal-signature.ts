import {
  generateKeyPair,
  type KeyObject,
  randomUUID,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { jsonObject } from '../server/json-message.ts';
import { invalidRequest, notFound, payPalTime } from './paypal-resources.ts';

const ALGORITHM = 'SHA256withRSA';
const COMMON_NAME = 'messageverificationcerts.simulated.paypal.com';
const CERTIFICATE_NAME = 'CERT-5a6b7c8d-51eed001';
const EVENT_KEY = '"webhook_event":';

const TAG = { integer: 0x02, bits: 0x03, oid: 0x06, utf8: 0x0c, time: 0x17, list: 0x30, set: 0x31 };
const VERSION_TAG = 0xa0;
const X509_V3 = 2;
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME_OID = Buffer.from('550403', 'hex');
/** A long validity, so that the held clock of any test falls within it. */
const VALID_FROM = '200101000000Z';
const VALID_TO = '491231235959Z';
const KEY_BITS = 2_048;

/** A DER element: tag, length, content. */
function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const text = (tag: number, value: string) => element(tag, Buffer.from(value));

/** An RSA key and a self-signed X.509 certificate, in PEM, with its public half. */
type SigningKey = { privateKey: KeyObject; certificate: string };

/** @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
async function createSigningKey(commonName: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
  });
  const pair = element(TAG.list, element(TAG.oid, COMMON_NAME_OID), text(TAG.utf8, commonName));
  const name = element(TAG.list, element(TAG.set, pair));
  const signed = element(
    TAG.list,
    element(VERSION_TAG, element(TAG.integer, Buffer.from([X509_V3]))),
    element(TAG.integer, Buffer.from([1])),
    SHA256_WITH_RSA,
    name,
    element(TAG.list, text(TAG.time, VALID_FROM), text(TAG.time, VALID_TO)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', signed, privateKey);
  const noUnusedBits = Buffer.from([0]);
  const der = element(
    TAG.list,
    signed,
    SHA256_WITH_RSA,
    element(TAG.bits, noUnusedBits, signature),
  );
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const certificate = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''];
  return { privateKey, certificate: certificate.join('\n') };
}

/** Keys by name, shared by all simulators of the process: creating one takes a twentieth of a second. */
const keys = new Map<string, Promise<SigningKey>>();

function keyOf(commonName: string): Promise<SigningKey> {
  const known = keys.get(commonName) ?? createSigningKey(commonName);
  keys.set(commonName, known);
  return known;
}

type SignedParts = { transmissionId: string; time: string; webhookId: string; body: string };

function signedText({ transmissionId, time, webhookId, body }: SignedParts): Buffer {
  return Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`);
}

type Signer = { now: () => number; webhookId: string; baseUrl: () => string };

const certificateUrlOf = ({ baseUrl }: Signer) =>
  `${baseUrl()}/v1/notifications/certs/${CERTIFICATE_NAME}`;

/** The headers of a webhook, signed as PayPal signs; `isForged` signs with another key. */
export async function signedHeaders(signer: Signer, body: string, isForged: boolean) {
  const { privateKey } = await keyOf(isForged ? 'somebody else' : COMMON_NAME);
  const transmissionId = randomUUID();
  const time = payPalTime(signer.now());
  const signed = signedText({ transmissionId, time, webhookId: signer.webhookId, body });
  return {
    'content-type': 'application/json',
    'paypal-auth-algo': ALGORITHM,
    'paypal-cert-url': certificateUrlOf(signer),
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-sig': sign('sha256', signed, privateKey).toString('base64'),
    'paypal-transmission-time': time,
  };
}

/** The event exactly as it was sent: parsing and serialising it could change the text, and so the checksum. */
function eventText(raw: string): string {
  const begin = raw.indexOf(EVENT_KEY);
  if (begin < 0) throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  return raw.slice(begin + EVENT_KEY.length, raw.lastIndexOf('}')).trim();
}

/** Serves the certificate and the verification of signatures; `rawBodyOf` returns the text of a parsed body. */
export function serveSignatures(
  app: FastifyInstance,
  signer: Signer,
  rawBodyOf: (body: unknown) => string,
): void {
  app.get<{ Params: { name: string } }>(
    '/v1/notifications/certs/:name',
    async ({ params }, reply) => {
      if (params.name !== CERTIFICATE_NAME) throw notFound();
      const { certificate } = await keyOf(COMMON_NAME);
      return reply.type('application/x-x509-ca-cert').send(certificate);
    },
  );
  app.post('/v1/notifications/verify-webhook-signature', async (request) => {
    const fields = jsonObject(request.body);
    const textAt = (key: string) => {
      const value = fields[key];
      if (typeof value !== 'string') throw invalidRequest('MISSING_REQUIRED_PARAMETER');
      return value;
    };
    const algorithm = textAt('auth_algo');
    const certificateUrl = textAt('cert_url');
    const transmissionId = textAt('transmission_id');
    const signature = Buffer.from(textAt('transmission_sig'), 'base64');
    const time = textAt('transmission_time');
    const webhookId = textAt('webhook_id');
    const signed = signedText({
      transmissionId,
      time,
      webhookId,
      body: eventText(rawBodyOf(request.body)),
    });
    const { publicKey } = new X509Certificate((await keyOf(COMMON_NAME)).certificate);
    const isGenuine =
      algorithm === ALGORITHM &&
      certificateUrl === certificateUrlOf(signer) &&
      webhookId === signer.webhookId &&
      verify('sha256', signed, publicKey, signature);
    return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' };
  });
}
