/** Our server sets this header on every answer, a proxy on none of its own. */
const SIGN = 'x-request-id';

/** Distinguishes our server's answers from those of a proxy before it. */
export function isOwnAnswer({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(SIGN);
}
