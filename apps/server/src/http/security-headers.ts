import { randomBytes } from 'node:crypto';
import { reportContentPolicy } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const NONCES = new WeakMap<FastifyReply, string>();

/** The nonce of the page's own style and script elements; new for every page, empty under `/api`. */
export function pageNonceOf(reply: FastifyReply): string {
  return NONCES.get(reply) ?? '';
}

type PolicyOptions = { isHttps: boolean; frameSource: string };

/** Reporting API group for violations of the content policy. */
const REPORTS = 'content-policy';

function contentPolicy(
  nonce: string,
  origins: readonly string[],
  { isHttps, frameSource }: PolicyOptions,
): string {
  // A policy cannot name an IPv6 address; a page reached by one finds its stream under 'self'.
  const named = origins.filter((origin) => !origin.includes('['));
  const streams = named.map((origin) => origin.replace(/^http/, 'ws'));
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...streams].join(' '),
    "worker-src 'self'",
    `frame-src ${frameSource}`,
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Reporting groups need TLS; without it, browsers that support `report-to` would report nowhere.
    ...(isHttps ? [`report-to ${REPORTS}`] : []),
    `report-uri ${reportContentPolicy.path}`,
  ].join('; ');
}

/** API answers are data: opened as a page, they may load and do nothing. */
const ANSWER_POLICY =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Headers of every answer, including those given outside of routes. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(isHttps
      ? {
          'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
          'reporting-endpoints': `${REPORTS}="${reportContentPolicy.path}"`,
        }
      : {}),
  };
}

/** Headers that mean nothing beside scripts and styles, where they would be half a kilobyte each time. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'origin-agent-cluster',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;

/** By the matched route, since addresses have several spellings; by the address if no route matched. */
const isInterface = ({ routeOptions, url }: FastifyRequest) =>
  /^\/api(?:[/?]|$)/.test(routeOptions.url ?? url);

/**
 * Sets security headers on every answer. The content policy of pages allows one nonce and no foreign host other than
 * `frameSource`; that of the API allows nothing.
 */
export function secureHeaders(
  app: FastifyInstance,
  isHttps: boolean,
  origins: () => readonly string[],
  frameSource = "'none'",
): void {
  const common = commonHeaders(isHttps);
  const answering = { ...common, 'content-security-policy': ANSWER_POLICY };
  app.addHook('onRequest', (request, reply, done) => {
    if (isInterface(request)) {
      reply.headers(answering);
    } else {
      const nonce = randomBytes(16).toString('base64');
      NONCES.set(reply, nonce);
      const policy = contentPolicy(nonce, origins(), { isHttps, frameSource });
      reply.headers(common).header('content-security-policy', policy);
    }
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // API answers belong to one caller; those that may be cached set the header themselves.
    const isCacheable = reply.hasHeader('cache-control') || !isInterface(request);
    if (!isCacheable) reply.header('cache-control', 'no-store');
    done();
  });
}
