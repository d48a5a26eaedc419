import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export const DOCS_PATHS = [
  '/api/docs',
  '/api/docs/openapi.json',
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
    <title>Moneytrail interface</title>
    <link rel="icon" type="image/png" href="/api/docs/ui/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/ui/swagger-ui.css" />
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/ui/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

/** Serves the OpenAPI document, and a page on our own origin to read and try it. */
export async function serveDocs(app: FastifyInstance, document: () => object): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  let text: string | null = null;
  await app.register(async (docs) => {
    await docs.register(fastifyStatic, { root: folder, serve: false });
    docs.get('/api/docs', async (_request, reply) =>
      reply
        .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(PAGE),
    );
    docs.get('/api/docs/start.js', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(START),
    );
    docs.get('/api/docs/openapi.json', async (_request, reply) => {
      text ??= JSON.stringify(document());
      return reply.header('cache-control', 'no-cache').type('application/json').send(text);
    });
    docs.get<{ Params: { file: string } }>('/api/docs/ui/:file', async ({ params }, reply) =>
      FILES.includes(params.file) ? reply.sendFile(params.file, folder) : reply.callNotFound(),
    );
  });
}
