import { AppError } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { grantedBearer, isCustomerToken } from './grant.ts';
import { PARTNERS, servesPartners } from './route-config.ts';

/** Cache lifetime of a preflight answer. */
const KEPT_SECONDS = 600;
const READABLE = 'retry-after, ratelimit, ratelimit-policy, www-authenticate, x-request-id';
const KEY_IN_PAGE =
  'An API key belongs on a server, where no visitor can read it. Make a token for the page with POST /api/tokens.';

/** True for an origin such as `https://charts.example`. */
export type IsPartner = (origin: string) => boolean;

/**
 * Lets pages of named other sites read the routes that serve partners: with a customer's token as that customer, without
 * one as visitors. Their cookies and access tokens are ignored. Other origins get no CORS headers.
 */
export function createPartnerHook(
  isPartner: IsPartner,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    if (!servesPartners(request)) return;
    const { headers } = request;
    const { origin } = headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !isPartner(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', READABLE);
    delete headers.cookie;
    if (isCustomerToken(request)) return;
    const isKey = grantedBearer(request) !== null;
    delete headers.authorization;
    if (isKey) throw new AppError('FORBIDDEN', KEY_IN_PAGE);
  };
}

/** Answers the preflights of a route that serves partners. */
export function answerPreflights(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
): void {
  app.options(url, { config: PARTNERS }, async (_request, reply) => {
    // Only the hook above sets it.
    if (!reply.hasHeader('access-control-allow-origin')) {
      throw new AppError('NOT_FOUND', 'The requested resource was not found.');
    }
    return reply
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': String(KEPT_SECONDS),
      })
      .code(204)
      .send();
  });
}
