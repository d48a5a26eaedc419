import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what a row stores, bound to the row's id, so that it cannot be moved to another row. */
export type PayloadCipher = {
  encrypt: (id: string, text: string) => Buffer;
  /** Throws for another secret or row, or a changed byte. */
  decrypt: (id: string, payload: Buffer) => string;
};

/**
 * AES-256-GCM with a key derived from the installation's secret for one purpose; nonce, tag and ciphertext follow one
 * another.
 */
export function createPayloadCipher(secret: string, purpose: string): PayloadCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    encrypt(id, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(id));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(id, payload) {
      const bodyAt = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, payload.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(id))
        .setAuthTag(payload.subarray(NONCE_BYTES, bodyAt));
      return Buffer.concat([
        decipher.update(payload.subarray(bodyAt)),
        decipher.final(),
      ]).toString();
    },
  };
}
