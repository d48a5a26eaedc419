import { AppError } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { endpointOf, takesForms } from './route.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const FOREIGN = 'Forbidden. You do not have the required permissions.';

/** Whether an origin, such as `https://app.example`, is one of the product's. */
type IsOwnOrigin = (origin: string) => boolean;

const forbidden = () => new AppError('FORBIDDEN', FOREIGN);

/** Whether a request comes from a page of ours; null where it says nothing, as programs do. */
function comesFromUs(request: FastifyRequest, isOwnOrigin: IsOwnOrigin): boolean | null {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs = origin === undefined ? null : isOwnOrigin(origin);
  if (site === undefined) return isOurs;
  return site === 'same-origin' || isOurs === true;
}

const isJson = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

/**
 * The rule against requests that other sites make in a visitor's name; runs before every route. A change needs JSON or
 * no body and a page of ours, or a program's own token; without either header the cookies of the request do not count.
 * An endpoint that takes forms, which any site can send, knows its caller by the token alone; what is signed proves
 * itself, and carries no cookie.
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
