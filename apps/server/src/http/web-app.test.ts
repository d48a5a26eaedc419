import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { leastTime, threadMs } from '../testing/least-time.ts';
import { handleErrors } from './error-handler.ts';
import { DOCUMENT_HEADERS, secureHeaders } from './security-headers.ts';
import { createUnknownRefusal } from './unknown-address.ts';
import { webApp } from './web-app.ts';

const PAGE = '<!doctype html><title>Moneytrail</title>';
const FIRST_VISIT = `${PAGE}<style>p{}</style>`;
const HOME = '<!doctype html><title>Home</title>__PLAN_CARDS____SIGNAL_RECORD__';
/** Its `$&` would be the placeholder again in a plain replacement. */
const PLAN_CARDS = '<article>USD 29.99 $&</article>';
const SIGNAL_RECORD = '<h2>Signals did no better than random days</h2>';
const FILLED_HOME = HOME.replace('__PLAN_CARDS__', () => PLAN_CARDS).replace(
  '__SIGNAL_RECORD__',
  SIGNAL_RECORD,
);
const MISSING = '<!doctype html><title>Page not found</title>';
const ORIGINS = () => ['https://charts.example'];
const COMMON = { origins: ORIGINS, refuseUnknown: createUnknownRefusal(new Map()) };
const SCRIPT = `console.log(${'1+'.repeat(2_000)}1)`;

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moneytrail-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'site'));
  const files = {
    'app.html': PAGE,
    'first-visit.html': FIRST_VISIT,
    'site/index.html': HOME,
    'site/404.html': MISSING,
    'site/robots.txt': 'Sitemap: __ORIGIN__/sitemap.xml',
    'site/sitemap.xml': '<loc>__ORIGIN__/</loc>',
    'site/documents.json': JSON.stringify({
      pages: { '/': 'site/index.html', '/404': 'site/404.html' },
      app: ['/login', '/dashboard/receipts/$receiptNumber'],
      firstVisit: 'first-visit.html',
    }),
    'assets/main-1.js': SCRIPT,
    'favicon.svg': '<svg/>',
    'offline-worker.js': 'self.a = 1',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(folder, `${name}.gz`), gzipSync(text));
  }
  await writeFile(join(folder, '.built-from'), 'a commit');
  app = fastify();
  handleErrors(app);
  const parts = { planCards: async () => PLAN_CARDS, signalRecord: async () => SIGNAL_RECORD };
  await webApp(app, { folder, ...COMMON, ...parts });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const CLIENTS: [string, Record<string, string>][] = [
  ['nothing', {}],
  ['identity', { 'accept-encoding': 'identity' }],
  ['gzip', { 'accept-encoding': 'gzip' }],
  ['br', { 'accept-encoding': 'br' }],
  ['everything', { 'accept-encoding': 'gzip, deflate, br, zstd', accept: '*/*' }],
  ['no encoding at all', { 'accept-encoding': '' }],
];

function decoded({ headers, rawPayload }: LightMyRequestResponse): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(rawPayload).toString();
  return (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString();
}

describe.each(CLIENTS)('C71: to a client that accepts %s', (_name, headers) => {
  test.each([
    ['/', FILLED_HOME],
    ['/?x=1', FILLED_HOME],
    ['/login', FIRST_VISIT],
    ['/login/?x=1', FIRST_VISIT],
    ['/dashboard/receipts/7', FIRST_VISIT],
    ['/robots.txt', 'Sitemap: https://charts.example/sitemap.xml'],
    ['/sitemap.xml', '<loc>https://charts.example/</loc>'],
    ['/assets/main-1.js', SCRIPT],
    ['/favicon.svg', '<svg/>'],
  ])('%s answers the same', async (url, text) => {
    const answer = await app.inject({ url, headers });
    expect([answer.statusCode, decoded(answer)]).toEqual([200, text]);
    const head = await app.inject({ method: 'HEAD', url, headers });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(answer.headers['content-type']);
  });

  test.each([
    '/.built-from',
    '/assets/',
    '/assets/../.built-from',
    '/%2ebuilt-from',
    '/.git/config',
    '/app.html',
    '/site/index.html',
    '/site/documents.json',
    '/assets/main-1.js.br',
    '/assets/none.js',
    '/api',
    '/api/nothing',
  ])('%s gives no file', async (url) => {
    const answer = await app.inject({ url, headers });
    expect(answer.statusCode).toBe(404);
    const isPage = answer.headers['content-type']?.startsWith('text/html');
    if (isPage) expect(decoded(answer)).toBe(MISSING);
    else expect(answer.json().code).toBe('NOT_FOUND');
    expect(answer.body).not.toContain('a commit');
  });

  test.each([
    '/nothing',
    '/deep/er/',
    '/404',
    '/login/more',
    '/dashboard/receipts',
    '/dashboard/receipts/',
  ])('%s answers that there is nothing', async (url) => {
    const answer = await app.inject({ url, headers });
    expect([answer.statusCode, decoded(answer)]).toEqual([404, MISSING]);
  });
});

test('a browser that has the build gets the document that only links its files, with a nonce of its own', async () => {
  const first = await app.inject('/login');
  expect(first.body).toBe(FIRST_VISIT);
  const tag = String(first.headers.etag);
  const ask = (known: string) => app.inject({ url: '/login', headers: { 'if-none-match': known } });
  const later = await ask(`W/"of-another-path", ${tag}`);
  expect([later.statusCode, later.body, later.headers.etag]).toEqual([200, PAGE, tag]);
  expect((await ask('W/"of-another-build"')).body).toBe(FIRST_VISIT);
});

test('hashed files have the headers of every answer, and none that govern documents alone', async () => {
  const other = fastify();
  onTestFinished(() => other.close());
  secureHeaders(other, true, ORIGINS);
  await webApp(other, { folder, ...COMMON });
  const script = (await other.inject('/assets/main-1.js')).headers;
  expect(script).toMatchObject({
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  const page = (await other.inject('/login')).headers;
  for (const name of DOCUMENT_HEADERS) {
    expect(page).toHaveProperty(name);
    expect(script).not.toHaveProperty(name);
  }
});

test('C71: a probe of HTTP/1.0 without any header is answered the page', async () => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { connect } = await import('node:net');
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write('GET / HTTP/1.0\r\n\r\n');
  const chunks: string[] = [];
  for await (const chunk of socket) chunks.push(String(chunk));
  expect(chunks.join('')).toMatch(/^HTTP\/1\.1 200 /);
  expect(chunks.join('')).toContain(FILLED_HOME);
});

test('a page gets the news address, whatever characters it contains', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'moneytrail-news-'));
  await cp(folder, pages, { recursive: true });
  await writeFile(join(pages, 'first-visit.html'), '<meta content="__NEWS_SOURCE__">');
  const read = async (source?: string) => {
    const other = fastify();
    await webApp(other, { folder: pages, ...COMMON, newsSource: source });
    const { body } = await other.inject('/login');
    await other.close();
    return body;
  };
  expect(await read()).toBe('<meta content="">');
  const source = `https://news.example/?a=1&b={theme}#"$&<script>`;
  expect(await read(source)).toBe(
    '<meta content="https://news.example/?a=1&amp;b={theme}#&quot;$&amp;&lt;script>">',
  );
  await rm(pages, { recursive: true });
});

test('a page knows a demo mailbox where there is one', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'moneytrail-mailbox-'));
  onTestFinished(() => rm(pages, { recursive: true }));
  await cp(folder, pages, { recursive: true });
  await writeFile(join(pages, 'first-visit.html'), '<meta content="__DEMO_MAILBOX__">');
  for (const demoMailbox of [undefined, '/outbox']) {
    const other = fastify();
    onTestFinished(() => other.close());
    await webApp(other, { folder: pages, ...COMMON, demoMailbox });
    const { body } = await other.inject('/login');
    expect(body).toBe(`<meta content="${demoMailbox ?? ''}">`);
  }
});

test('the page of a shared chart tells other sites what it is, whatever its name contains', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'moneytrail-shared-'));
  onTestFinished(() => rm(pages, { recursive: true }));
  await cp(folder, pages, { recursive: true });
  await writeFile(join(pages, 'first-visit.html'), '<head><!--link-preview--></head>__CSP_NONCE__');
  const app = ['/login', '/shared/$token', '/dashboard/live-chart'];
  const documents = { '/': 'site/index.html', '/404': 'site/404.html' };
  const listed = { pages: documents, app, firstVisit: 'first-visit.html' };
  await writeFile(join(pages, 'site/documents.json'), JSON.stringify(listed));
  const other = fastify();
  onTestFinished(() => other.close());
  const asked: string[] = [];
  const title = `"><script>alert(1)</script> & $& __CSP_NONCE__ <!--link-preview-->`;
  await webApp(other, {
    folder: pages,
    ...COMMON,
    previewMs: 50,
    describeShared: async (token) => {
      asked.push(token);
      if (token === 'away') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      if (token === 'slow') return new Promise(() => {});
      return token === 'known' ? { title, description: 'A chart' } : null;
    },
  });
  const plain = (await other.inject('/login')).body;
  expect(plain).toBe('<head></head>');
  const shared = ['/shared/known', '/shared/known/', '/dashboard/live-chart?symbol=A&shared=known'];
  for (const url of [...shared, '/dashboard/live-chart/?shared=known']) {
    const { body, statusCode } = await other.inject(url);
    expect(statusCode).toBe(200);
    expect(body).toContain(
      '<meta property="og:title" content="&quot;>&lt;script>alert(1)&lt;/script> &amp; $&amp; __CSP_NONCE__ &lt;!--link-preview-->">',
    );
    expect(body).toContain(
      '<meta property="og:image" content="https://charts.example/preview.png">',
    );
    expect(body).not.toContain('<script');
  }
  // An ended link cannot be told from one that never was, nor from another page. The page needs no database.
  const unknown = ['/shared/unknown', '/dashboard/live-chart?shared=unknown'];
  for (const url of [...unknown, '/shared/away', '/shared/slow']) {
    const { body, statusCode } = await other.inject(url);
    expect([statusCode, body]).toEqual([200, plain]);
  }
  expect(asked).toEqual([...Array(4).fill('known'), 'unknown', 'unknown', 'away', 'slow']);
  expect((await other.inject('/shared/known')).headers['referrer-policy']).toBe('no-referrer');
});

test('a file is kept for a year, the page is asked for every time', async () => {
  const file = await app.inject('/assets/main-1.js');
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject('/')).headers['cache-control']).toBe('no-cache');
  expect((await app.inject('/login')).headers['cache-control']).toBe('no-cache');
  const worker = await app.inject('/offline-worker.js');
  expect(worker.headers['cache-control']).toBe('public, max-age=0');
});

test('an address of thousands of slashes costs no more than another', async () => {
  // An expression that looks for the end of the slashes took a third of a second.
  const ask = async () => {
    expect((await app.inject(`/${'/'.repeat(15_000)}x`)).statusCode).toBe(404);
  };
  const tookMs = await leastTime(100, 5, ask, threadMs);
  expect(tookMs).toBeLessThan(100);
});

test('pages and files can only be read', async () => {
  const post = async (url: string) => {
    const { statusCode, headers } = await app.inject({ method: 'POST', url });
    return [statusCode, headers.allow];
  };
  for (const url of ['/', '/login', '/favicon.svg']) {
    expect(await post(url)).toEqual([405, 'GET, HEAD']);
  }
  for (const url of ['/nothing', '/api/nothing']) expect(await post(url)).toEqual([404, undefined]);
});

test('documents and addresses that lead nowhere are limited, files are not', async () => {
  const limited = fastify();
  await limited.register(rateLimit, { max: 3, timeWindow: '1 minute' });
  handleErrors(limited);
  await webApp(limited, { folder, ...COMMON, limit: limited.rateLimit() });
  const status = async (url: string) => (await limited.inject(url)).statusCode;
  const files = await Promise.all(Array.from({ length: 5 }, () => status('/assets/main-1.js')));
  expect(files).toEqual([200, 200, 200, 200, 200]);
  expect([await status('/'), await status('/nothing'), await status('/login')]).toEqual([
    200, 404, 200,
  ]);
  expect([await status('/'), await status('/nothing')]).toEqual([429, 429]);
  await limited.close();
});
