import { AppError } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { isCustomerToken } from './grant.ts';
import { acceptsPageSession, endpointOf, servesPartners, takesForms } from './route-config.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Both take an origin such as `https://app.example`. */
type KnownOrigins = {
  isOwn: (origin: string) => boolean;
  /** True for a site whose pages may use the foreign protocols with their customers' tokens. */
  isPartner: (origin: string) => boolean;
};

const FOREIGN_ORIGIN = 'the header Origin names a page of another site';
const FOREIGN_SITE = 'the header Sec-Fetch-Site tells of a page of another site';
const NO_JSON = 'the header Content-Type must be application/json';
const NO_TOKEN = 'the header Authorization with a Bearer token is missing';

const refusal = (reason: string) => new AppError('FORBIDDEN', `Forbidden: ${reason}.`);

/**
 * The sender of a request: a page of ours, a partner's page with its customer's token, a program, which no browser speaks
 * for, or a page of another site.
 */
type Sender = 'own' | 'partner' | 'program' | { foreign: string };

function senderOf(request: FastifyRequest, { isOwn, isPartner }: KnownOrigins): Sender {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin' || (origin !== undefined && isOwn(origin))) return 'own';
  if (origin === undefined) return site === undefined ? 'program' : { foreign: FOREIGN_SITE };
  const isFromPartner = servesPartners(request) && isPartner(origin);
  return isFromPartner && isCustomerToken(request) ? 'partner' : { foreign: FOREIGN_ORIGIN };
}

const isJson = (type = '') => type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

/** Refuses a change that another site may have caused, and ignores cookies that prove nothing. */
function guardChange(request: FastifyRequest, sender: Sender): void {
  if (typeof sender === 'object') throw refusal(sender.foreign);
  const { headers } = request;
  const isForm = takesForms(request);
  const { bodyKind = 'json' } = endpointOf(request) ?? {};
  const type = headers['content-type'];
  const isOtherType = type !== undefined && !isJson(type);
  if (bodyKind === 'json' && !isForm && isOtherType) throw refusal(NO_JSON);
  if (sender === 'own' && (!isForm || acceptsPageSession(request))) return;
  // A token identifies a program by itself.
  const isByCookie = sender === 'program' && isJson(type) && headers.authorization === undefined;
  if (isForm || !isByCookie) delete headers.cookie;
  if (isForm && !/^Bearer /i.test(headers.authorization ?? '')) throw refusal(NO_TOKEN);
}

/**
 * Protects against cross-site request forgery; runs before every route. A change must have a JSON body or none, and must
 * not come from a page of another site. Foreign protocols accept forms, which any site can send: they take the cookie of
 * a page of ours, and elsewhere a token alone. Signed requests authenticate themselves, and their cookies are ignored.
 *
 * A request without `Origin` and `Sec-Fetch-Site` is a program's: browsers send `Origin` with every method but GET and
 * HEAD (Fetch standard, "append a request Origin header"), `null` if they hide it, and scripts can remove neither. The
 * fetch of Node sends `Sec-Fetch-Mode`, but never the site. A program's cookies count only beside a JSON body: should a
 * very old browser omit both headers, a page of another site cannot send that type without a preflight, which is refused,
 * and cookies are `SameSite=Strict`.
 */
export function createSameSiteHook(
  origins: KnownOrigins,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { headers, method } = request;
    const sender = senderOf(request, origins);
    if (SAFE_METHODS.has(method)) {
      if (sender !== 'own' && acceptsPageSession(request)) delete headers.cookie;
      return;
    }
    // An address without a route changes nothing.
    if (request.is404) return;
    if (endpointOf(request)?.isSigned) delete headers.cookie;
    else guardChange(request, sender);
  };
}
