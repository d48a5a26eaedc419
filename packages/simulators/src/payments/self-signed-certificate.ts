import { generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** An RSA key and the X.509 certificate, in PEM, that carries its public half. */
export type SigningKey = { privateKey: KeyObject; certificate: string };

const TAG = { integer: 0x02, bits: 0x03, oid: 0x06, utf8: 0x0c, time: 0x17, list: 0x30, set: 0x31 };
const VERSION_TAG = 0xa0;
const X509_V3 = 2;
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
/** Wide, so that a held clock of any test is within. */
const VALID_FROM = '200101000000Z';
const VALID_TO = '491231235959Z';
const KEY_BITS = 2_048;

/** One element of DER: tag, length, content. */
function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const text = (tag: number, value: string) => element(tag, Buffer.from(value));

function nameOf(commonName: string): Buffer {
  const pair = element(TAG.list, element(TAG.oid, COMMON_NAME), text(TAG.utf8, commonName));
  return element(TAG.list, element(TAG.set, pair));
}

/**
 * A new key, certified by itself.
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export async function createSigningKey(commonName: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
  });
  const name = nameOf(commonName);
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
