import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import { queryOf, serveProtocol, type TellFailure } from '../../../http/protocol.ts';
import { callerOf, knowCaller, type Router, TAKES_FORMS } from '../../../http/route.ts';
import type { LayoutDeps } from '../layouts/save-layout.ts';
import { readForm } from './read-form.ts';
import { charts, drawingTemplates, type Resource, refuse, studyTemplates } from './resources.ts';

const RESOURCES: Readonly<Record<string, Resource>> = {
  '/api/1.1/charts': charts,
  '/api/1.1/study_templates': studyTemplates,
  '/api/1.1/drawing_templates': drawingTemplates,
};
export const CHARTS_STORAGE_PATHS: readonly string[] = Object.keys(RESOURCES);

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
/** Percent-encoding takes three bytes for one. Larger JSON bodies are refused too. */
const BODY_LIMIT_BYTES = 3 * MAX_LAYOUT_BYTES + 65_536;

export type ChartsStorageDeps = LayoutDeps & {
  budget: CallerBudget;
  /** Origins of our own pages, the only ones that may read answers. */
  ownOrigins: () => readonly string[];
};

/** The protocol's clients expect failures with status 200; only cross-site requests get 403. */
const tellFailure: TellFailure = ({ code, message }) => {
  const words = code === 'TOO_LARGE' && !message.includes('1 MB') && !message.includes('256 KB');
  return {
    status: code === 'FORBIDDEN' ? 403 : 200,
    body: {
      status: 'error',
      message: words ? 'The content may hold at most 1 MB (1,048,576 bytes).' : message,
    },
  };
};

function allowOwnOrigins(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  ownOrigins: readonly string[],
): void {
  const { origin } = headers;
  reply.header('vary', 'Origin');
  if (origin !== undefined && !ownOrigins.includes(origin)) return;
  reply.header('access-control-allow-methods', METHODS.join(', '));
  if (origin === undefined) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  });
}

/**
 * The charts storage of TradingView's charting library, REST API 1.1, over the same layouts and rules as our own API. The
 * Bearer token identifies the owner; `client` and `user` are required but have no effect.
 */
export function chartsStorageRoutes(router: Router, deps: ChartsStorageDeps): void {
  /** Runs before the body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    allowOwnOrigins(request, reply, deps.ownOrigins());
    if (request.method === 'OPTIONS') {
      const asked = request.headers['access-control-request-headers'] ?? '*';
      const isOurs = reply.hasHeader('access-control-allow-methods');
      if (isOurs) reply.header('access-control-allow-headers', asked);
      return reply.send({ status: 'ok' });
    }
    // Only the token identifies the caller.
    delete request.headers.cookie;
    signedIn(await knowCaller(router.readUser, request));
    const query = queryOf(request);
    if (!query.client) refuse('Wrong client id');
    if (!query.user) refuse('Wrong user id');
    if (!METHODS.includes(request.method)) refuse('Wrong request');
    return undefined;
  }

  serveProtocol(router, tellFailure, (app, follow) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const [url, resource] of Object.entries(RESOURCES)) {
      const answer = async (request: FastifyRequest): Promise<object> => {
        const user = signedIn(callerOf(request));
        const { method, ip, headers } = request;
        if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') {
          return refuse('Wrong request');
        }
        const body = request.body as Buffer<ArrayBuffer> | undefined;
        const form = () => readForm(body, headers['content-type']);
        const call = { userId: user._id, query: queryOf(request), form };
        const work = () => resource[method](deps, call);
        const rest = await deps.budget.run(callerName({ user, ip }), work, { mayWait: true });
        return { status: 'ok', ...rest };
      };
      app.route({
        method: ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'],
        url,
        config: TAKES_FORMS,
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest: admit,
        handler: (request) => follow(answer(request)),
      });
    }
  });
}
