import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Request } from './provider.ts';

function textsOf(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {};
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') texts[key] = value;
  }
  return texts;
}

/** The path of a URL without its query. */
export function pathOfUrl(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}

/** A request for the providers: text values only, repeated parameters dropped. */
export function plainRequest(request: FastifyRequest): Request {
  return {
    method: request.method,
    path: decodeURIComponent(pathOfUrl(request.url)),
    url: request.url,
    params: textsOf(request.params),
    query: textsOf(request.query),
    headers: textsOf(request.headers),
  };
}

/** An error in the service's own format, a proxy's page with status 200, or a cut connection. */
type ServiceFault = 'none' | '401' | '429' | '500' | 'html' | 'cut';
export type AnsweredServiceFault = Exclude<ServiceFault, 'none' | 'html' | 'cut'>;

/** Sets the fault of requests whose path `affects` matches, by default of all requests. */
export type SetServiceFault = (fault: ServiceFault, latencyMs?: number, affects?: RegExp) => void;

/** Applies the present fault to every request of a service. */
export function addServiceFaults(
  app: FastifyInstance,
  fail: (reply: FastifyReply, fault: AnsweredServiceFault) => FastifyReply,
): SetServiceFault {
  let fault: ServiceFault = 'none';
  let latencyMs = 0;
  let affects = /^/;
  app.addHook('onRequest', async (request, reply) => {
    if (!affects.test(pathOfUrl(request.url))) return;
    if (latencyMs > 0) await wait(latencyMs);
    if (fault === 'none') return;
    if (fault === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (fault === 'html') return reply.type('text/html').send('<html><h1>Bad Gateway</h1></html>');
    return fail(reply, fault);
  });
  return (nextFault, nextLatencyMs = 0, nextAffects = /^/) => {
    fault = nextFault;
    latencyMs = nextLatencyMs;
    affects = nextAffects;
  };
}

/** Parses HTML form bodies. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
