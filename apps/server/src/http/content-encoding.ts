import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
/**
 * Above this quality brotli costs several times more for a few percent. A window as large as an answer is enough; the
 * library's default would take megabytes of memory per compression.
 */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const GZIP = { level: 4 };

export type Encoding = 'identity' | 'gzip' | 'br';

const REFUSED = /;\s*q=0(\.0*)?\s*(;|$)/i;

/** The best encoding in an `Accept-Encoding`; identity if it names none of ours. */
export function encodingFor(acceptEncoding: string): Encoding {
  if (acceptEncoding === '') return 'identity';
  const accepted = acceptEncoding.split(',').filter((each) => !REFUSED.test(each));
  const names = accepted.map((each) => each.split(';')[0]?.trim().toLowerCase());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') || names.includes('x-gzip') ? 'gzip' : 'identity';
}

/** Compresses off the main thread. */
export function compress(
  body: Buffer | string,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Buffer> {
  return encoding === 'br' ? brotliAsync(body, BROTLI) : gzipAsync(body, GZIP);
}
