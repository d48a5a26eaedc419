import { AppError, isStorable, MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import type { Form } from '../../../http/parse-body.ts';
import { queryOf, serveProtocol, type TellFailure } from '../../../http/protocol.ts';
import { callerOf, knowCaller, nameOf, type Router, TAKES_FORMS } from '../../../http/route.ts';
import type { LayoutDeps } from '../layouts/save-layout.ts';
import { charts, drawingTemplates, type Resource, refuse, studyTemplates } from './resources.ts';

const RESOURCES: Readonly<Record<string, Resource>> = {
  '/api/1.1/charts': charts,
  '/api/1.1/study_templates': studyTemplates,
  '/api/1.1/drawing_templates': drawingTemplates,
};
export const CHARTS_STORAGE_PATHS: readonly string[] = Object.keys(RESOURCES);

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
/** Percent-encoding takes three bytes for one; the rest is room for the other fields. */
const BODY_LIMIT_BYTES = 3 * MAX_LAYOUT_BYTES + 65_536;

export type ChartsStorageDeps = LayoutDeps & {
  budget: CallerBudget;
  /** Origins of our own pages, the only ones that may read answers. */
  ownOrigins: () => readonly string[];
};

const OTHER_STATUS: Readonly<Record<string, number>> = { FORBIDDEN: 403, RATE_LIMITED: 429 };

/** The protocol's clients expect failures with status 200; cross-site requests get 403, callers over their limits 429. */
const tellFailure: TellFailure = ({ code, message }) => {
  const words = code === 'TOO_LARGE' && !message.includes('1 MB') && !message.includes('256 KB');
  return {
    status: OTHER_STATUS[code] ?? 200,
    body: {
      status: 'error',
      message: words ? 'The content may hold at most 1 MB (1,048,576 bytes).' : message,
    },
  };
};

function assertStorable(form: unknown): unknown {
  const bad = Object.entries(Object(form)).find(([, value]) => !isStorable(String(value)));
  if (!bad) return form;
  throw new AppError('BAD_REQUEST', `${bad[0]}: must not contain NUL or half a character`);
}

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
    router.takeBody(request);
    return undefined;
  }

  serveProtocol(router, tellFailure, (app, follow) => {
    app.removeAllContentTypeParsers();
    const parse = async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type'];
      return assertStorable(await router.bodies.read(nameOf(request), 'form', { body, type }));
    };
    app.addContentTypeParser('*', { parseAs: 'buffer' }, parse);
    for (const [url, resource] of Object.entries(RESOURCES)) {
      const answer = async (request: FastifyRequest): Promise<object> => {
        const user = signedIn(callerOf(request));
        const { method, ip } = request;
        if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') {
          return refuse('Wrong request');
        }
        // The parser above reads nothing but forms.
        const form = (request.body ?? {}) as Form;
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
