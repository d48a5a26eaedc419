import {
  AppError,
  type CurrentUser,
  isStorable,
  LONGEST_CUSTOMER,
  MAX_LAYOUT_BYTES,
} from '@moneytrail/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import { assertGranted, customerOf } from '../../../http/grant.ts';
import type { Form } from '../../../http/parse-body.ts';
import { queryOf, serveProtocol, type TellFailure } from '../../../http/protocol.ts';
import { callerOf, nameOf, type Router } from '../../../http/route.ts';
import { TAKES_FORMS } from '../../../http/route-config.ts';
import type { LayoutDeps } from '../layouts/save-layout.ts';
import { ownerOfClient } from '../owner.ts';
import { charts, drawingTemplates, type Resource, refuse, studyTemplates } from './resources.ts';

const RESOURCES: Readonly<Record<string, Resource>> = {
  '/api/1.1/charts': charts,
  '/api/1.1/study_templates': studyTemplates,
  '/api/1.1/drawing_templates': drawingTemplates,
};
export const CHARTS_STORAGE_PATHS: readonly string[] = Object.keys(RESOURCES);

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
/** Percent-encoding takes three bytes for one; the rest is room for the other fields. */
export const FORM_LIMIT_BYTES = 3 * MAX_LAYOUT_BYTES + 65_536;

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

/** Our own pages may be at another of our addresses, as on a developer's machine. */
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

/** Preflights: the partner hook has already allowed the origin of a partner. */
function answerOptions(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['access-control-request-headers'] ?? '*';
  if (reply.hasHeader('access-control-allow-origin')) {
    reply.header('access-control-allow-methods', METHODS.join(', '));
  }
  if (reply.hasHeader('access-control-allow-methods')) {
    reply.header('access-control-allow-headers', asked);
  }
  return reply.send({ status: 'ok' });
}

/** Lengths count code points, as in the request for a token. */
const isName = (text: string) => text !== '' && [...text].length <= LONGEST_CUSTOMER;

/** The client and user of a call; a customer's token is for one user alone. */
function namedIn(request: FastifyRequest, user: CurrentUser): { client: string; user: string } {
  const { client = '', user: named = '' } = queryOf(request);
  if (!isName(client)) refuse('Wrong client id');
  if (!isName(named)) refuse('Wrong user id');
  const customer = customerOf(user);
  if (customer !== null && customer !== named) refuse('Wrong user id');
  return { client, user: named };
}

/**
 * The charts storage of TradingView's charting library, REST API 1.1, over the store and the limits of our own API. A
 * session, key or token identifies the account; within it, `client` and `user` keep charts apart.
 */
export function chartsStorageRoutes(router: Router, deps: ChartsStorageDeps): void {
  /** Runs before the body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    allowOwnOrigins(request, reply, deps.ownOrigins());
    if (request.method === 'OPTIONS') return answerOptions(request, reply);
    const user = signedIn(await router.knowCaller(request));
    assertGranted(user, request.method === 'GET' ? 'charts:read' : 'charts:write');
    namedIn(request, user);
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
        const owner = ownerOfClient(user, namedIn(request, user));
        const call = { owner, query: queryOf(request), form };
        const work = () => resource[method](deps, call);
        const how = { mayWait: true, customer: customerOf(user) };
        const rest = await deps.budget.run(callerName({ user, ip }), work, how);
        return { status: 'ok', ...rest };
      };
      app.route({
        method: ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'],
        url,
        config: TAKES_FORMS,
        bodyLimit: FORM_LIMIT_BYTES,
        onRequest: admit,
        handler: (request) => follow(answer(request)),
      });
    }
  });
}
