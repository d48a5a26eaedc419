import { createHash } from 'node:crypto';
import { compress, type Encoding, encodingFor } from './content-encoding.ts';
import type { ReadyAnswer } from './route.ts';

type Form = { body: Buffer; headers: Record<string, string> };

/** Bars may be corrected and rights may end: clients revalidate a copy before every use, shared caches keep none. */
const CACHING = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' };

/** The bytes of an answer and its compressed forms, made on first use. */
export type EncodedAnswer = {
  /** Strong, derived from the content; one per encoding. */
  etag: (encoding: Encoding) => string;
  /** Headers of a 304 for this encoding. */
  unchanged: (encoding: Encoding) => Record<string, string>;
  /** The best form that the caller accepts; synchronous if it is ready. */
  take: (acceptEncoding: string) => Form | Promise<Form>;
  /** The same answer with a warning, for callers who get a stale answer. */
  withWarning: (warning: string) => EncodedAnswer;
  /** Size in a cache, bytes: its compressed forms and overhead included. */
  room: number;
};

/** Overhead of an answer and its cache entry. */
const BARE_BYTES = 3_072;

/** `failed` is called with a compression error; the answer is then sent uncompressed. */
export function encodeAnswer(body: Buffer, failed: (error: unknown) => void): EncodedAnswer {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const etag = (encoding: Encoding) =>
    encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const unchanged = (encoding: Encoding) => ({ ...CACHING, etag: etag(encoding) });
  const content = 'application/json; charset=utf-8';
  const identity: Form = {
    body,
    headers: { ...unchanged('identity'), 'content-type': content },
  };
  const forms: Partial<Record<Encoding, Form | Promise<Form>>> = { identity };

  async function compressedAs(encoding: 'gzip' | 'br'): Promise<Form> {
    try {
      const compressed = await compress(body, encoding);
      const headers = {
        ...unchanged(encoding),
        'content-type': content,
        'content-encoding': encoding,
      };
      const form = { body: compressed, headers };
      forms[encoding] = form;
      return form;
    } catch (error) {
      failed(error);
      forms[encoding] = identity;
      return identity;
    }
  }

  return {
    etag,
    unchanged,
    take: (acceptEncoding) => {
      const encoding = encodingFor(acceptEncoding);
      if (encoding === 'identity') return identity;
      forms[encoding] ??= compressedAs(encoding);
      return forms[encoding];
    },
    withWarning: (warning) => {
      const field = Buffer.from(`,"Warning":${JSON.stringify(warning)}}`);
      return encodeAnswer(Buffer.concat([body.subarray(0, -1), field]), failed);
    },
    room: 2 * body.length + BARE_BYTES,
  };
}

/** True if the caller already has the answer, in any encoding. */
function isKnownTo(ifNoneMatch: string | undefined, answer: EncodedAnswer): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) =>
    (['identity', 'gzip', 'br'] as const).some((encoding) => tag === answer.etag(encoding)),
  );
}

type Headers = {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
};

/** The answer in the best form that the caller accepts; 304 if the caller already has it. */
export async function readyAnswer(answer: EncodedAnswer, headers: Headers): Promise<ReadyAnswer> {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (isKnownTo(headers['if-none-match'], answer)) {
    const unchanged = answer.unchanged(encodingFor(accepted));
    return { kind: 'ready', status: 304, headers: unchanged, body: null };
  }
  return { kind: 'ready', ...(await answer.take(accepted)) };
}
