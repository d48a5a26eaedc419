import type { FastifyInstance } from 'fastify';
import { type JsonObject, jsonObject } from '../server/json-message.ts';
import { invalidRequest, notFound } from './paypal-errors.ts';
import type { PayPalSigner } from './paypal-signature.ts';

const EVENT_KEY = '"webhook_event":';

/** The event as its text stands in the request: parsed and written again it would be another one. */
function eventText(raw: string): string {
  const begin = raw.indexOf(EVENT_KEY);
  if (begin < 0) throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  return raw.slice(begin + EVENT_KEY.length, raw.lastIndexOf('}')).trim();
}

function textAt(body: JsonObject, key: string): string {
  const value = body[key];
  if (typeof value !== 'string') throw invalidRequest('MISSING_REQUIRED_PARAMETER');
  return value;
}

/** Serves certificates and the question whether a signature fits; `rawBodyOf` gives a body as it came. */
export function serveNotifications(
  app: FastifyInstance,
  signer: PayPalSigner,
  rawBodyOf: (body: unknown) => string,
): void {
  app.get<{ Params: { name: string } }>(
    '/v1/notifications/certs/:name',
    async ({ params }, reply) => {
      const certificate = await signer.certificateAt(params.name);
      if (certificate === null) throw notFound();
      return reply.type('application/x-x509-ca-cert').send(certificate);
    },
  );
  app.post('/v1/notifications/verify-webhook-signature', async (request) => {
    const body = jsonObject(request.body);
    const isGenuine = await signer.verifies({
      algorithm: textAt(body, 'auth_algo'),
      certificateUrl: textAt(body, 'cert_url'),
      transmissionId: textAt(body, 'transmission_id'),
      signature: textAt(body, 'transmission_sig'),
      time: textAt(body, 'transmission_time'),
      webhookId: textAt(body, 'webhook_id'),
      body: eventText(rawBodyOf(request.body)),
    });
    return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' };
  });
}
