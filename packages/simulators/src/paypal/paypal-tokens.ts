import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const LIFETIME_SECONDS = 32_400;

/** Access tokens for who knows the credentials. */
export type PayPalTokens = {
  isValid: (authorization: string | undefined) => boolean;
  /** Every token that was given out is refused from now on. */
  revoke: () => void;
  /** How many were given out since the start. */
  count: () => number;
};

/** Serves `POST /v1/oauth2/token`. */
export function serveTokens(
  app: FastifyInstance,
  deps: { clientId: string; clientSecret: string; now: () => number },
): PayPalTokens {
  const known = `Basic ${Buffer.from(`${deps.clientId}:${deps.clientSecret}`).toString('base64')}`;
  const endMs = new Map<string, number>();
  let count = 0;
  app.post<{ Body: { grant_type?: string } | undefined }>(
    '/v1/oauth2/token',
    async (request, reply) => {
      if (request.headers.authorization !== known) {
        return reply.code(401).send({
          error: 'invalid_client',
          error_description: 'Client Authentication failed',
        });
      }
      if (request.body?.grant_type !== 'client_credentials') {
        return reply.code(400).send({
          error: 'unsupported_grant_type',
          error_description: 'Grant Type is NULL or not supported',
        });
      }
      const token = `A21AA${randomBytes(32).toString('base64url')}`;
      endMs.set(`Bearer ${token}`, deps.now() + LIFETIME_SECONDS * 1_000);
      count += 1;
      return reply.send({
        scope: 'https://uri.paypal.com/services/subscriptions',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: LIFETIME_SECONDS,
        nonce: randomBytes(16).toString('base64url'),
      });
    },
  );
  return {
    isValid: (authorization) => (endMs.get(authorization ?? '') ?? 0) > deps.now(),
    revoke: () => endMs.clear(),
    count: () => count,
  };
}
