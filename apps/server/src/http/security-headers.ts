import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const NONCES = new WeakMap<FastifyReply, string>();

/** The nonce that the page's own style and script elements carry; new for every answer. */
export function pageNonceOf(reply: FastifyReply): string {
  return NONCES.get(reply) ?? '';
}

function contentPolicy(nonce: string, streamOrigin: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${streamOrigin}`,
    "worker-src 'self'",
    "frame-src 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Headers of every answer; the content policy names one nonce an answer and no foreign host. */
export async function securityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps
      ? { maxAge: 63_072_000, includeSubDomains: true, preload: true }
      : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    NONCES.set(reply, nonce);
    const streamOrigin = `${isHttps ? 'wss' : 'ws'}://${request.host}`;
    reply.header('content-security-policy', contentPolicy(nonce, streamOrigin));
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  });
  app.addHook('onSend', async (request, reply) => {
    // What the interface answers is one caller's; what may be kept says so itself.
    const isKept = reply.hasHeader('cache-control') || !request.url.startsWith('/api');
    if (!isKept) reply.header('cache-control', 'no-store');
  });
}
