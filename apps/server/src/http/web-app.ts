import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSemaphore, QueueFullError } from '../semaphore.ts';
import { compress, encodingFor } from './content-encoding.ts';
import { readDocuments } from './documents.ts';
import { notFound } from './error-handler.ts';
import { pageNonceOf } from './security-headers.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const ORIGIN_PLACEHOLDER = '__ORIGIN__';
const NEWS_PLACEHOLDER = '__NEWS_SOURCE__';
const MAILBOX_PLACEHOLDER = '__DEMO_MAILBOX__';
/** Reached by links with a token in their query. */
const TOKEN_PAGES = ['/reset-password', '/confirm-email'];
/** Names that hold a hash of the content: what stands there never changes. */
const HASHED = '/assets/';
const A_YEAR_MS = 31_536_000_000;
const AN_HOUR_MS = 3_600_000;
/** Browsers look for a newer one by themselves, and must find it. */
const WORKER = '/offline-worker.js';
/** No address of ours is nearly as long; what is longer is not looked at. */
const LONGEST_PATH = 500;

/** The threads that compress also read files and resolve names. */
const compressing = createSemaphore({ concurrency: 2, maxWaiting: 20 });

/** The files of a build that browsers may ask for: neither documents, nor compressed copies, nor what starts with a dot. */
function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'));
  return new Set(paths.filter((path) => !/^\/site\/|\.html$|\/\.|\.(br|gz)$/.test(path)));
}

function cachingOf(path: string): { immutable: boolean; maxAge: number } {
  if (path.startsWith(HASHED)) return { immutable: true, maxAge: A_YEAR_MS };
  return { immutable: false, maxAge: path === WORKER ? 0 : AN_HOUR_MS };
}

/** A text as it stands in an attribute. */
function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** What documents are filled in with, and the limit of callers, which counts every one of them. */
export type WebAppOptions = {
  folder: string;
  origins: () => readonly string[];
  /** Where the news are read from; nowhere where no address is given. */
  newsSource?: string | undefined;
  /** Where the page is that shows what demo mode sends; there is none without it. */
  demoMailbox?: string | undefined;
  limit?: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) | undefined;
};

/** Sends a text in the best form that a caller accepts; as it is, where compressing would have to wait. */
async function sendText(request: FastifyRequest, reply: FastifyReply, text: string) {
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
  if (encoding === 'identity') return reply.send(text);
  try {
    const compressed = await compressing.run(() => compress(text, encoding));
    return reply.header('content-encoding', encoding).send(compressed);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    return reply.send(text);
  }
}

/**
 * Serves what was built for browsers: hashed files for a year, documents fresh and filled in. A path that is neither a file
 * nor a public page nor one of the application's answers 404 with a page that says so; those under `/api` answer it as the
 * interface does.
 */
export async function webApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { folder, origins, newsSource = '', demoMailbox = '', limit } = options;
  const news = escapeAttribute(newsSource);
  const documentAt = readDocuments(folder);
  const files = documentAt === null ? new Set<string>() : filesOf(folder);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && files.has(path)) return reply.sendFile(path, cachingOf(path));
    // A handler of what is not found is no route: the limit of routes does not reach it.
    await limit?.(request, reply);
    const isNone = !isRead || documentAt === null || path.length > LONGEST_PATH;
    if (isNone || /^\/api(\/|$)/.test(path)) return notFound();
    const document = documentAt(path);
    const isFile = /\.[a-z0-9]{2,5}$|\/\./i.test(path);
    if (isFile && document.status === 404) return notFound();
    // The address of such a page holds a secret until the page has removed it: no request of the page may carry it.
    if (TOKEN_PAGES.some((start) => path.startsWith(start))) {
      reply.header('referrer-policy', 'no-referrer');
    }
    const text = document.text
      .replaceAll(NONCE_PLACEHOLDER, pageNonceOf(reply))
      .replaceAll(ORIGIN_PLACEHOLDER, origins()[0] ?? '')
      .replaceAll(NEWS_PLACEHOLDER, () => news)
      .replaceAll(MAILBOX_PLACEHOLDER, demoMailbox);
    reply
      .code(document.status)
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
      .type(document.type);
    return sendText(request, reply, text);
  });
}
