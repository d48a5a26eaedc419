import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { CODE_IN_DEVELOPMENT, completeApplication } from './application-document.ts';
import { fillTemplate, ORIGIN } from './fill-template.ts';

/** Demo mode's news page: the development server has no configured one. */
const NEWS = '/api/demo/news?theme={theme}';
/** The development server knows no plans. */
const PLAN_CARDS = '__PLAN_CARDS__';
const NO_ASSETS = { styleSheet: '', scripts: [], font: null };

async function documentOf(server: ViteDevServer, path: string): Promise<string> {
  const read = async (file: string) =>
    server.transformIndexHtml(path, await readFile(join(server.config.root, file), 'utf8'));
  const site = await server.ssrLoadModule('/src/site/render.tsx');
  const { SITE_PAGES, renderPage } = site as typeof import('../src/site/render.tsx');
  const page = SITE_PAGES.find((each) => each.path === path);
  if (!page) {
    const html = (await read('app.html')).replace('__NEWS_SOURCE__', NEWS);
    return completeApplication(html, { code: CODE_IN_DEVELOPMENT });
  }
  const filled = fillTemplate(await read('site.html'), page, {
    content: await renderPage(path),
    data: null,
    assets: NO_ASSETS,
  });
  return filled.replaceAll(ORIGIN, '').replaceAll(PLAN_CARDS, '');
}

/** For development: renders public pages at every request, and serves the application at every other address. */
export function serveDocuments(): Plugin {
  return {
    name: 'serve-documents',
    configureServer: (server) => () => {
      const answer: Connect.NextHandleFunction = (request, response, next) => {
        const [path = '/'] = (request.originalUrl ?? '/').split('?', 1);
        if (request.method !== 'GET' || /\.[a-z0-9]+$/i.test(path)) return next();
        documentOf(server, path).then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(html);
        }, next);
      };
      server.middlewares.use(answer);
    },
  };
}
