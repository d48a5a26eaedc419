import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { BRAND } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { isStorageUnavailable } from '../db/index.ts';
import { within } from '../deadline.ts';
import { createSemaphore, QueueFullError } from '../semaphore.ts';
import { compress, encodingFor } from './content-encoding.ts';
import { DOCUMENT_HEADERS, pageNonceOf } from './security-headers.ts';
import { type RefuseUnknown, refuseMethod } from './unknown-address.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const ORIGIN_PLACEHOLDER = '__ORIGIN__';
const NEWS_PLACEHOLDER = '__NEWS_SOURCE__';
const PLANS_PLACEHOLDER = '__PLAN_CARDS__';
const RECORD_PLACEHOLDER = '__SIGNAL_RECORD__';
const MAILBOX_PLACEHOLDER = '__DEMO_MAILBOX__';
const PREVIEW_PLACEHOLDER = '<!--link-preview-->';
/** Visitors read here what a shared chart is; its token follows. */
const SHARED_PAGE = '/shared/';
/** Shows shared charts to signed-in users, with the token in the query. */
const CHART_PAGE = '/dashboard/live-chart';
/** Pages opened by links with a token. */
const TOKEN_PAGES = ['/reset-password', '/confirm-email', SHARED_PAGE];
/** File names there contain a content hash: the files never change. */
const HASHED = '/assets/';
const A_YEAR_MS = 31_536_000_000;
const AN_HOUR_MS = 3_600_000;
/** Browsers check for a newer worker themselves and must not get a cached one. */
const WORKER = '/offline-worker.js';
/** Far longer than any address of ours; longer paths are not looked up. */
const LONGEST_PATH = 500;

/** Bounded, because the thread pool also serves file reads and DNS lookups. */
const compressing = createSemaphore({ concurrency: 2, maxWaiting: 20 });

/** The build's public files: no documents, no compressed copies, no dotfiles. */
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

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const PREVIEW_MS = 1_000;

/** The preview of a link to a page on other sites. */
type LinkPreview = { title: string; description: string };

function previewTags({ title, description }: LinkPreview, origin: string): string {
  const contents = {
    'og:type': 'website',
    'og:site_name': BRAND.name,
    'og:title': title,
    'og:description': description,
    'og:image': `${origin}/preview.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  };
  return Object.entries(contents)
    .map(([name, text]) => `<meta property="${name}" content="${escapeAttribute(text)}">`)
    .join('');
}

/** The token of a shared chart in an address, or null. */
function sharedTokenOf(url: string): string | null {
  const [address = '', query = ''] = url.split('?');
  const path = withoutSlashes(address);
  if (path.startsWith(SHARED_PAGE)) return path.slice(SHARED_PAGE.length);
  return path === CHART_PAGE ? new URLSearchParams(query).get('shared') : null;
}

type WebAppOptions = {
  folder: string;
  origins: () => readonly string[];
  /** Answers requests for addresses that no document and no file has. */
  refuseUnknown: RefuseUnknown;
  /** Address of the news source; empty if absent. */
  newsSource?: string | undefined;
  demoMailbox?: string | undefined;
  /** The preview of a shared chart; null for an unknown link, whose page is served without one. */
  describeShared?: ((token: string) => Promise<LinkPreview | null>) | undefined;
  /** A page does not wait longer for its preview; 1 s by default. */
  previewMs?: number;
  /** HTML of the plans on offer, for Home. */
  planCards?: (() => Promise<string>) | undefined;
  /** HTML of the record of all signals, for Home; empty if the operator does not show it. */
  signalRecord?: (() => Promise<string>) | undefined;
  limit?: ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) | undefined;
};

/** The tags of a shared chart's page; empty for other pages, and while the database is away or slow. */
async function readPreview(
  url: string,
  {
    describeShared,
    origins,
    previewMs = PREVIEW_MS,
  }: Pick<WebAppOptions, 'describeShared' | 'origins' | 'previewMs'>,
): Promise<string> {
  const token = sharedTokenOf(url);
  if (token === null || !describeShared) return '';
  try {
    const preview = await within(describeShared(token), previewMs, () => null);
    return preview === null ? '' : previewTags(preview, origins()[0] ?? '');
  } catch (error) {
    if (error instanceof Error && isStorageUnavailable(error)) return '';
    throw error;
  }
}

/** Sends a text compressed if the caller accepts it, uncompressed if the compression queue is full. */
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

/** A part of a document that the server fills in; empty for documents without its placeholder. */
async function fillIn(
  { text }: Document,
  placeholder: string,
  read: (() => Promise<string>) | undefined,
): Promise<string> {
  return read && text.includes(placeholder) ? read() : '';
}

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/**
 * Serves the web build: hashed files with a year of caching, documents filled in and uncached. Any other path answers
 * 404: with a page, or under `/api` in the form of the API.
 */
export async function webApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { folder, origins, newsSource = '', demoMailbox = '', limit } = options;
  const { refuseUnknown } = options;
  const news = escapeAttribute(newsSource);
  const documentAt = readDocuments(folder);
  const files = documentAt === null ? new Set<string>() : filesOf(folder);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  /** The document of a path; refuses what has none, and changes of what can only be read. */
  async function findDocument(path: string, request: FastifyRequest, reply: FastifyReply) {
    const isLookedUp = !/^\/api(\/|$)/.test(path) && path.length <= LONGEST_PATH;
    const document = isLookedUp ? documentAt?.(path) : undefined;
    if (!document) return refuseUnknown(request, reply);
    const isKnown = document.status === 200 || files.has(path);
    if (!isReading(request)) {
      return isKnown
        ? refuseMethod(request, reply, ['GET', 'HEAD'])
        : refuseUnknown(request, reply);
    }
    const isFile = /\.[a-z0-9]{2,5}$|\/\./i.test(path);
    return isFile && !isKnown ? refuseUnknown(request, reply) : document;
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (isReading(request) && files.has(path)) {
      if (path.startsWith(HASHED)) {
        for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
      }
      return reply.sendFile(path, cachingOf(path));
    }
    // The not-found handler is no route, so the rate limit of routes does not cover it.
    await limit?.(request, reply);
    const document = await findDocument(path, request, reply);
    // The page's address holds a secret until the page removes it: keep it out of `Referer`.
    if (TOKEN_PAGES.some((start) => path.startsWith(start))) {
      reply.header('referrer-policy', 'no-referrer');
    }
    const preview = await readPreview(request.url, options);
    const [plans, record] = await Promise.all([
      fillIn(document, PLANS_PLACEHOLDER, options.planCards),
      fillIn(document, RECORD_PLACEHOLDER, options.signalRecord),
    ]);
    const text = textFor(document, request)
      .replaceAll(NONCE_PLACEHOLDER, pageNonceOf(reply))
      .replaceAll(ORIGIN_PLACEHOLDER, origins()[0] ?? '')
      .replaceAll(NEWS_PLACEHOLDER, () => news)
      .replaceAll(MAILBOX_PLACEHOLDER, demoMailbox)
      .replaceAll(PLANS_PLACEHOLDER, () => plans)
      .replaceAll(RECORD_PLACEHOLDER, () => record)
      // Last, because names that people give may contain a placeholder.
      .replace(PREVIEW_PLACEHOLDER, () => preview);
    if (document.later) reply.header('etag', document.later.tag);
    reply
      .code(document.status)
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
      .type(document.type);
    return sendText(request, reply, text);
  });
}

/** The build's listing: documents of public pages by path, the paths of the application, and its document for first visits. */
const listing = z.object({
  pages: z.record(z.string(), z.string()),
  app: z.array(z.string()),
  firstVisit: z.string(),
});

/** A document with placeholders for nonce and origin. */
type Document = {
  status: 200 | 404;
  type: string;
  text: string;
  /** For browsers that have the files of this build, as those that name its tag do: it only links them. */
  later?: { tag: string; text: string };
};

/** A document's text for a caller. Nonces differ, so a known document is never answered with 304. */
function textFor({ text, later }: Document, request: FastifyRequest): string {
  const known = request.headers['if-none-match'] ?? '';
  return later && known.includes(later.tag) ? later.text : text;
}

const HTML = 'text/html; charset=utf-8';
const LISTING = 'site/documents.json';
const NOT_FOUND = '/404';
/** Files at well-known addresses that contain the origin. */
const TEXTS: Readonly<Record<string, { file: string; type: string }>> = {
  '/robots.txt': { file: 'site/robots.txt', type: 'text/plain; charset=utf-8' },
  '/sitemap.xml': { file: 'site/sitemap.xml', type: 'application/xml; charset=utf-8' },
};

/** Strips trailing slashes; a regular expression would take quadratic time. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** True if a path matches an address of the application; `$name` parts match anything. */
function isOfApp(path: string, addresses: readonly string[]): boolean {
  const parts = path.split('/');
  return addresses.some((address) => {
    const own = address.split('/');
    const isAlike = (part: string, index: number) =>
      part.startsWith('$') ? Boolean(parts[index]) : part === parts[index];
    return own.length === parts.length && own.every(isAlike);
  });
}

/**
 * The document of each path that is not a file: a public page, the application, or the 404 page. Null if there is no
 * build.
 */
function readDocuments(folder: string): ((path: string) => Document) | null {
  if (!existsSync(join(folder, LISTING))) return null;
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { pages, app, firstVisit } = listing.parse(JSON.parse(read(LISTING)));
  const html = (file: string, status: Document['status'] = 200) => ({
    status,
    type: HTML,
    text: read(file),
  });
  const documents = new Map<string, Document>();
  for (const [path, file] of Object.entries(pages)) documents.set(path, html(file));
  for (const [path, { file, type }] of Object.entries(TEXTS)) {
    documents.set(path, { status: 200, type, text: read(file) });
  }
  const linked = read('app.html');
  const tag = `W/"${createHash('sha256').update(linked).digest('hex').slice(0, 12)}"`;
  const application: Document = { ...html(firstVisit), later: { tag, text: linked } };
  const missing: Document = { ...html(pages[NOT_FOUND] ?? 'app.html'), status: 404 };
  return (path) => {
    const plain = withoutSlashes(path);
    if (plain === NOT_FOUND) return missing;
    return documents.get(plain) ?? (isOfApp(plain, app) ? application : missing);
  };
}
