import type { Endpoint } from '@moneytrail/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type AnyEndpoint = Endpoint<unknown, unknown, unknown, unknown>;

const ENDPOINT = Symbol('endpoint');
const FORMS = Symbol('forms');
const PAGES = Symbol('pages');
const PARTNER = Symbol('partner');
type RouteConfig = {
  [ENDPOINT]?: AnyEndpoint;
  [FORMS]?: boolean;
  [PAGES]?: boolean;
  [PARTNER]?: boolean;
};

export function configOf(endpoint: AnyEndpoint): object {
  const own = { [ENDPOINT]: endpoint } satisfies RouteConfig;
  return endpoint.isForPartners ? { ...own, ...PARTNERS } : own;
}

/** Config of a route that pages of partner sites may use. */
export const PARTNERS: object = { [PARTNER]: true } satisfies RouteConfig;
/**
 * Configs of a foreign protocol's routes. Its libraries send no access token, so the cookie of a page of ours identifies
 * its session. Any site can send a form.
 */
export const PROTOCOL: object = { [PAGES]: true, ...PARTNERS } satisfies RouteConfig;
export const TAKES_FORMS: object = { [FORMS]: true, ...PROTOCOL } satisfies RouteConfig;

export function endpointOf({ routeOptions }: FastifyRequest): AnyEndpoint | undefined {
  return (routeOptions.config as RouteConfig)[ENDPOINT];
}

/** True if the route of a request accepts forms, which any site can send. */
export function takesForms(request: FastifyRequest): boolean {
  return (request.routeOptions.config as RouteConfig)[FORMS] === true;
}

/** True if the cookie of a page of ours identifies the caller of a request without a token. */
export function acceptsPageSession(request: FastifyRequest): boolean {
  return (request.routeOptions.config as RouteConfig)[PAGES] === true;
}

export function servesPartners(request: FastifyRequest): boolean {
  return (request.routeOptions.config as RouteConfig)[PARTNER] === true;
}

/** From now on, registering a route that is neither an endpoint of the contract nor in `known` fails the start. */
export function refuseUndeclaredRoutes(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRoute', ({ url, config = {} }) => {
    if (ENDPOINT in config || PARTNER in config || known.includes(url)) return;
    throw new Error(`${url} is neither an endpoint of the contract nor a known route`);
  });
}
