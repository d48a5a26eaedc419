import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './error-handler.ts';
import { pageNonceOf } from './security-headers.ts';

const NONCE_PLACE = '__CSP_NONCE__';
/** Reached by a link with a token in its query. */
const RESET_PAGE = '/reset-password';
const A_YEAR_SECONDS = 31_536_000;

/**
 * Serves the built browser application: hashed files for a year, the page itself fresh and with its nonce.
 * Every path that is neither a file nor under `/api` is the page, as its router decides what stands there.
 */
export async function webApp(app: FastifyInstance, folder: string): Promise<void> {
  const pageFile = join(folder, 'index.html');
  const page = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : null;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: true,
    preCompressed: true,
    immutable: true,
    maxAge: A_YEAR_SECONDS * 1_000,
    allowedPath: (path) => !path.endsWith('/index.html'),
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api');
    const isFile = /\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '');
    if (!isPage || isFile || page === null) return notFound();
    // The address of this page is a secret until the page has taken it away: no file it loads may tell it.
    if (request.url.startsWith(RESET_PAGE)) reply.header('referrer-policy', 'no-referrer');
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACE, pageNonceOf(reply)));
  });
}
