import { AppError } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { endpointOf, takesForms } from './route.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const FOREIGN = 'Forbidden. You do not have the required permissions.';

/** True if an origin, such as `https://app.example`, belongs to the product. */
type IsOwnOrigin = (origin: string) => boolean;

const forbidden = () => new AppError('FORBIDDEN', FOREIGN);

/** True if a request comes from a page of ours; null if it has no such headers, as with API clients. */
function comesFromUs(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): boolean | null {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs = origin === undefined ? null : isOwnOrigin(origin);
  if (site === undefined) return isOurs;
  return site === 'same-origin' || isOurs === true;
}

const isJson = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

/**
 * Protects against cross-site request forgery; runs before every route. A change must have a JSON body or none, and come
 * from a page of ours or carry an API client's token; without origin headers its cookies are ignored. Endpoints that
 * accept forms, which any site can send, identify callers by token alone. Signed requests authenticate themselves, and
 * their cookies are ignored.
 */
export function createSameSiteHook(
  isOwnOrigin: IsOwnOrigin,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    const { bodyKind = 'json', isSigned = false } = endpointOf(request) ?? {};
    const isForm = takesForms(request);
    const { headers } = request;
    const isOurs = comesFromUs(request, isOwnOrigin);
    if (!isSigned) {
      if (isOurs === false) throw forbidden();
      const type = headers['content-type'];
      if (bodyKind === 'json' && !isForm && type !== undefined && !isJson(type)) throw forbidden();
      if (isOurs === true && !isForm) return;
    }
    delete headers.cookie;
    if (!isSigned && !/^Bearer /i.test(headers.authorization ?? '')) throw forbidden();
  };
}
