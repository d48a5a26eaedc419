import { AppError } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The charts storage speaks forms, and for that knows its caller by the token alone. */
const FORMS = '/api/1.1/';
const FOREIGN = 'Forbidden. You do not have the required permissions.';

export type SameSiteRules = {
  /** Whether an origin, such as `https://app.example`, is one of the product's. */
  isOwnOrigin: (origin: string) => boolean;
  /** Proves itself by a signature and carries no cookie, such as a payment provider's notice. */
  isSigned?: (path: string) => boolean;
};

const forbidden = () => new AppError('FORBIDDEN', FOREIGN);

/** Whether a request comes from a page of ours; null where it says nothing, as programs do. */
function comesFromUs(request: FastifyRequest, rules: SameSiteRules): boolean | null {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs = origin === undefined ? null : rules.isOwnOrigin(origin);
  if (site === undefined) return isOurs;
  return site === 'same-origin' || isOurs === true;
}

function assertBody(request: FastifyRequest, isForms: boolean): void {
  const type = request.headers['content-type'];
  if (type === undefined || isForms) return;
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') throw forbidden();
}

/**
 * The rule against requests that other sites make in a visitor's name; runs before every route. A change needs JSON or
 * no body and a page of ours, or a program's own token; without either header the cookies of the request do not count.
 */
export function createSameSiteHook(
  rules: SameSiteRules,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (SAFE_METHODS.has(request.method) || rules.isSigned?.(path)) return;
    const isForms = path.startsWith(FORMS);
    const isOurs = comesFromUs(request, rules);
    if (isOurs === false) throw forbidden();
    assertBody(request, isForms);
    if (isOurs === true && !isForms) return;
    delete request.headers.cookie;
    if (!/^Bearer /i.test(request.headers.authorization ?? '')) throw forbidden();
  };
}
