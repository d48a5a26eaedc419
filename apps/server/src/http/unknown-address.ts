import { AppError } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The methods of each registered path. */
type RouteTable = Map<string, Set<string>>;

/** Collects the routes that are registered from now on. */
export function collectRoutes(app: FastifyInstance): RouteTable {
  const table: RouteTable = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = table.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    table.set(url, methods);
  });
  return table;
}

const isAlike = (own: string, part: string | undefined) =>
  own.startsWith(':') ? Boolean(part) : own === part;

/** The methods that a path serves, `:name` parts matching anything; none for an unknown path. */
function methodsOf(table: RouteTable, path: string): string[] {
  const parts = path.split('/');
  const methods = new Set<string>();
  for (const [url, own] of table) {
    const names = url.split('/');
    const isSame =
      names.length === parts.length && names.every((name, at) => isAlike(name, parts[at]));
    if (isSame) for (const method of own) methods.add(method);
  }
  return [...methods].toSorted();
}

/** Answers a request without a route: 405 with `Allow` if its path serves other methods, otherwise 404. */
export type RefuseUnknown = (
  request: Pick<FastifyRequest, 'url' | 'method'>,
  reply: Pick<FastifyReply, 'header'>,
) => Promise<never>;

/** Answers 405 with the methods that an address serves. */
export function refuseMethod(
  { method }: Pick<FastifyRequest, 'method'>,
  reply: Pick<FastifyReply, 'header'>,
  allowed: readonly string[],
): never {
  reply.header('allow', allowed.join(', '));
  const message = `${method} is not possible here; the address serves ${allowed.join(', ')}.`;
  throw new AppError('METHOD_NOT_ALLOWED', message);
}

/** A preflight of a foreign page is 404, as for an address that does not exist. */
export function createUnknownRefusal(table: RouteTable): RefuseUnknown {
  return async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const allowed = request.method === 'OPTIONS' ? [] : methodsOf(table, path);
    if (allowed.length > 0) refuseMethod(request, reply, allowed);
    throw new AppError('NOT_FOUND', 'The requested resource was not found.');
  };
}
