/** What our server puts on each of its answers, and a proxy on none of its own. */
const SIGN = 'x-request-id';

/** Whether our server answered: a proxy before it answers in its place while it is away. */
export function isOwnAnswer({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(SIGN);
}
