import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export const DOCS_PATHS = [
  '/api/docs',
  '/api/docs/openapi.json',
  '/api/docs/asyncapi.json',
  '/api/docs/theme.js',
  '/api/docs/page.css',
  '/api/docs/start.js',
  '/api/docs/ui/:file',
];

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Same origin only; the page sets inline styles, which a nonce does not allow. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Moneytrail API</title>
    <link rel="icon" type="image/png" href="/api/docs/ui/favicon-32x32.png" />
    <script src="/api/docs/theme.js"></script>
    <link rel="stylesheet" href="/api/docs/ui/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/page.css" />
  </head>
  <body>
    <header><a href="/">Moneytrail</a></header>
    <main id="docs"></main>
    <script src="/api/docs/ui/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** Runs before the first paint. Dark only if the application's theme is, whatever the system prefers. */
const THEME = `try {
  document.documentElement.classList.toggle('dark-mode', localStorage.getItem('theme') === 'dark');
} catch {}
`;

/** Room for the texts on phones, where the library keeps the margins of a desktop. */
const STYLE = `body { margin: 0; }
header { padding: 12px 20px; background: #0c1930; font: 600 16px/24px system-ui, sans-serif; }
header a { color: #fff; text-decoration: none; }
header a:hover { text-decoration: underline; }
header a:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .renderedMarkdown { max-width: 80ch; }
.swagger-ui .info table { display: block; overflow-x: auto; max-width: 100%; }
.swagger-ui .info table tbody tr td:first-of-type { min-width: 0; max-width: none; padding: 4px 16px 4px 0; }
.swagger-ui .renderedMarkdown table td, .swagger-ui .renderedMarkdown table th { padding: 4px 16px 4px 0; text-align: left; vertical-align: top; }
@media (max-width: 48em) {
  .swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { padding: 0 12px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 3; padding: 4px 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: calc(100% - 110px); }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
  .swagger-ui .opblock-body, .swagger-ui .responses-wrapper { overflow-x: auto; }
  .swagger-ui .parameters-col_name { min-width: 96px; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; }
}
`;

const START = `SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

const OWN_FILES = [
  ['/api/docs/theme.js', 'text/javascript', THEME],
  ['/api/docs/page.css', 'text/css', STYLE],
  ['/api/docs/start.js', 'text/javascript', START],
] as const;

/** Makes the documents, each when it is first read. */
export type Documents = { openapi: () => object; asyncapi: () => object };

/** Serves the documents, and a page on our own origin to read and try the calls. */
export async function serveDocs(app: FastifyInstance, documents: Documents): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const texts = new Map<keyof Documents, string>();
  const textOf = (name: keyof Documents): string => {
    const text = texts.get(name) ?? JSON.stringify(documents[name]());
    texts.set(name, text);
    return text;
  };
  await app.register(async (docs) => {
    await docs.register(fastifyStatic, { root: folder, serve: false });
    docs.get('/api/docs', async (_request, reply) =>
      reply
        .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(PAGE),
    );
    for (const [path, type, text] of OWN_FILES) {
      docs.get(path, async (_request, reply) =>
        reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
      );
    }
    for (const name of ['openapi', 'asyncapi'] as const) {
      docs.get(`/api/docs/${name}.json`, async (_request, reply) =>
        reply.header('cache-control', 'no-cache').type('application/json').send(textOf(name)),
      );
    }
    docs.get<{ Params: { file: string } }>('/api/docs/ui/:file', async ({ params }, reply) =>
      FILES.includes(params.file) ? reply.sendFile(params.file, folder) : reply.callNotFound(),
    );
  });
}
