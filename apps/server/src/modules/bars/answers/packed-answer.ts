import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
/** Above this quality brotli costs many times more for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** An answer asked for once may never be asked for again: only later ones are worth compressing. */
const COMPRESSED_FROM_HIT = 2;

export type Encoding = 'identity' | 'gzip' | 'br';

/** The bytes of an answer and, once it is asked for again, its compressed forms. */
export type PackedAnswer = {
  /** Strong, by content; every encoding has its own. */
  etag: (encoding: Encoding) => string;
  /** The best form at hand for what a caller accepts; compressing goes on in the background. */
  take: (acceptEncoding: string) => { encoding: Encoding; body: Buffer };
  /** Bytes held. */
  size: () => number;
};

/** Packs an answer; `failed` hears of a compression that went wrong, the answer then stays as it is. */
export function packAnswer(body: Buffer, failed: (error: unknown) => void): PackedAnswer {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const forms: Partial<Record<Encoding, Buffer>> = { identity: body };
  let hits = 0;
  const compress = () => {
    Promise.all([gzipAsync(body), brotliAsync(body, BROTLI)]).then(([gzipped, brotli]) => {
      forms.gzip = gzipped;
      forms.br = brotli;
    }, failed);
  };
  return {
    etag: (encoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`),
    take: (acceptEncoding) => {
      hits++;
      if (hits === COMPRESSED_FROM_HIT) compress();
      if (forms.br && acceptEncoding.includes('br')) return { encoding: 'br', body: forms.br };
      if (forms.gzip && acceptEncoding.includes('gzip')) {
        return { encoding: 'gzip', body: forms.gzip };
      }
      return { encoding: 'identity', body };
    },
    size: () => body.length + (forms.gzip?.length ?? 0) + (forms.br?.length ?? 0),
  };
}

/** Whether a caller already has an answer: one of its tags, in any encoding. */
export function isKnownTo(ifNoneMatch: string | undefined, answer: PackedAnswer): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) =>
    (['identity', 'gzip', 'br'] as const).some((encoding) => tag === answer.etag(encoding)),
  );
}
