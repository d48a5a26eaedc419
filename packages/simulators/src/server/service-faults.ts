import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOfUrl } from './plain-request.ts';

/** What happens to requests: an error in the service's own words, a proxy's page with 200, a cut connection. */
export type ServiceFault = 'none' | '401' | '429' | '500' | 'html' | 'cut';
export type AnsweredServiceFault = Exclude<ServiceFault, 'none' | 'html' | 'cut'>;

/** Sets what happens from now on to requests whose path `affects` matches, every one unless given. */
export type SetServiceFault = (fault: ServiceFault, latencyMs?: number, affects?: RegExp) => void;

/** Lets every request of a service meet the fault that is set. */
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

/** Reads bodies of HTML forms into an object of texts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
