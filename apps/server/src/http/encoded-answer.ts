import { createHash } from 'node:crypto';
import { compress, type Encoding, encodingFor } from './content-encoding.ts';
import type { ReadyAnswer } from './route.ts';

type Form = { body: Buffer; headers: Record<string, string> };

/** Bars may be corrected and rights may end: a copy is asked about before every use, and stays with its owner. */
const CACHING = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' };

/** The bytes of an answer and, once somebody accepts them, its compressed forms. */
export type EncodedAnswer = {
  /** Strong, by content; every encoding has its own. */
  etag: (encoding: Encoding) => string;
  /** What tells a caller that the copy it has in this form is good. */
  unchanged: (encoding: Encoding) => Record<string, string>;
  /** The best form that a caller accepts, at once where it is at hand. */
  take: (acceptEncoding: string) => Form | Promise<Form>;
  /** The same answer with a warning, for those who cannot be answered anew. */
  withWarning: (warning: string) => EncodedAnswer;
  /** Bytes that a cache reckons for it: room for its compressed forms, and for what surrounds them. */
  room: number;
};

/** What an answer without any bytes holds, with its place in a cache. */
const BARE_BYTES = 3_072;

/** An answer; `failed` is told of a compression that went wrong, the answer then stays as it is. */
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

/** Whether a caller already has an answer: one of its tags, in any encoding. */
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

/** An answer in the best form that a caller accepts; none of its bytes where the caller has them. */
export async function readyAnswer(answer: EncodedAnswer, headers: Headers): Promise<ReadyAnswer> {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (isKnownTo(headers['if-none-match'], answer)) {
    const unchanged = answer.unchanged(encodingFor(accepted));
    return { kind: 'ready', status: 304, headers: unchanged, body: null };
  }
  return { kind: 'ready', ...(await answer.take(accepted)) };
}
