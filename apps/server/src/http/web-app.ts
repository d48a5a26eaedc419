import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './error-handler.ts';
import { pageNonceOf } from './security-headers.ts';

const PAGE = 'index.html';
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** Reached by links with a token in their query. */
const TOKEN_PAGES = ['/reset-password', '/confirm-email'];
const A_YEAR_MS = 31_536_000_000;

/** The files of a build that browsers may ask for: neither the page, nor compressed copies, nor what starts with a dot. */
function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'));
  return new Set(paths.filter((path) => path !== `/${PAGE}` && !/\/\.|\.(br|gz)$/.test(path)));
}

/**
 * Serves the built browser application: hashed files for a year, the page itself fresh and with its nonce.
 * Every path that is neither a file nor under `/api` is the page, as its router decides what stands there.
 */
export async function webApp(app: FastifyInstance, folder: string): Promise<void> {
  const pageFile = join(folder, PAGE);
  const page = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : null;
  const files = page === null ? new Set<string>() : filesOf(folder);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && files.has(path)) {
      return reply.sendFile(path, { immutable: true, maxAge: A_YEAR_MS });
    }
    const isFile = /\.[a-z0-9]{2,5}$|\/\./i.test(path);
    if (!isRead || isFile || page === null || /^\/api(\/|$)/.test(path)) return notFound();
    // The address of such a page holds a secret until the page has removed it: no request of the page may carry it.
    if (TOKEN_PAGES.some((start) => path.startsWith(start))) {
      reply.header('referrer-policy', 'no-referrer');
    }
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACEHOLDER, pageNonceOf(reply)));
  });
}
