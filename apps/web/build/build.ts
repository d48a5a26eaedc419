import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Manifest } from 'vite';
import { fillTemplate, ORIGIN } from './fill-template.ts';

type Renderer = typeof import('../src/site/render.tsx');

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const APPLICATION = 'app.html';
const OFFLINE = '/offline';
const TEMPLATE = 'site.html';
const RENDERER = 'src/site/render.tsx';
const RENDERED = join(ROOT, 'node_modules/.cache/site');

/** Modules that both the first chart and the application import: neither waits for the code of the other. */
const COMMON = [
  'src/page-queries.ts',
  'src/api/(queries|read-anew|stream/stream).ts',
  'src/stores/theme.ts',
  'src/lib/tab-storage.ts',
  'src/ui/theme/tokens.ts',
].join('|');

/**
 * Sources that share a chunk with everything they import, in order of priority: a module belongs to the first chunk that
 * needs it. The bundler alone would make dozens of small chunks of the first pages, which compress worse and cost a
 * request each.
 */
const CHUNKS = [
  ['common', new RegExp(`/(${COMMON})$`)],
  ['engine', /packages\/chart\/src\/engine\//],
  ['first-chart', /src\/first-chart\/first-chart\.ts$/],
  ['application', /src\/application\.tsx$/],
  ['sign-in', /features\/auth\/(AuthDialog|sign-in\/SignInPage)\.tsx$/],
  ['dashboard', /src\/Dashboard\.tsx$/],
  ['live-chart', /features\/chart\/screen\/LiveChartPage\.tsx$/],
] as const;
/** Modules of the page's first script come before them all. */
const GROUPS = [
  { name: 'start', tags: ['$initial' as const], priority: CHUNKS.length },
  ...CHUNKS.map(([name, test], at) => ({ name, test, priority: CHUNKS.length - at - 1 })),
];

/** The scripts that a module imports, its own included. */
function scriptsOf(manifest: Manifest, source: string): string[] {
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(source);
  if (scripts.size === 0) throw new Error(`${source} was not built`);
  return [...scripts];
}

const STYLE_LINK = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;

async function write(name: string, text: string): Promise<void> {
  const file = join(DIST, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes the worker of the offline page, with the files that the page needs. */
async function writeOfflineWorker(document: string): Promise<void> {
  const named = [...document.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)];
  const files = JSON.stringify([...new Set(named.map(([, file]) => file))]);
  const build = createHash('sha256').update(document).digest('hex').slice(0, 12);
  const worker = await readFile(join(import.meta.dirname, 'offline-worker.js'), 'utf8');
  const filled = worker.replace('__BUILD__', build).replace('__FILES__', files);
  await write('offline-worker.js', filled);
}

/** Renders every public page into a document, and lists the pages for the server and for robots. */
async function writeSite(renderer: Renderer): Promise<void> {
  const { SITE_PAGES, APP_PATHS, renderPage, sourceOf, structuredDataOf } = renderer;
  const built = await readFile(join(DIST, TEMPLATE), 'utf8');
  const [styleLink = '', styleFile = ''] = STYLE_LINK.exec(built) ?? [];
  if (styleFile === '') throw new Error('The public pages have no style sheet.');
  const template = built.replace(styleLink, '');
  const styleSheet = await readFile(join(DIST, styleFile), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
  const font = /\/(assets\/inter-latin[^)"']+\.woff2)/.exec(styleSheet)?.[1] ?? null;
  const documents: Record<string, string> = {};
  for (const page of SITE_PAGES) {
    const scripts = scriptsOf(manifest, sourceOf(page)).filter((file) => !template.includes(file));
    const name = `site/${page.path === '/' ? 'index' : page.path.slice(1)}.html`;
    const document = fillTemplate(template, page, {
      content: await renderPage(page.path),
      data: structuredDataOf(page.path),
      assets: { styleSheet, scripts, font },
    });
    await write(name, document);
    if (page.path === OFFLINE) await writeOfflineWorker(document);
    documents[page.path] = name;
  }
  const listed = SITE_PAGES.filter(({ isUnlisted }) => !isUnlisted).map(({ path }) => path);
  const urls = listed.map((path) => `  <url><loc>${ORIGIN}${path}</loc></url>`);
  await write(
    'site/sitemap.xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  );
  await write(
    'site/robots.txt',
    `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  await write('site/documents.json', JSON.stringify({ pages: documents, app: APP_PATHS }));
  await rm(join(DIST, TEMPLATE));
}

/** Separate builds: public pages load nothing of the application, not even a shared chunk. */
async function bundle(options: BuildOptions): Promise<void> {
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: DIST, ...options } });
}

await bundle({
  rolldownOptions: { input: APPLICATION, output: { codeSplitting: { groups: GROUPS } } },
});
await bundle({
  manifest: true,
  emptyOutDir: false,
  cssCodeSplit: false,
  rolldownOptions: {
    input: TEMPLATE,
    // One script of the code that every page needs, instead of one for each combination of pages.
    output: { codeSplitting: { groups: [{ name: 'site', tags: ['$initial'] }] } },
  },
});
await bundle({ ssr: RENDERER, outDir: RENDERED, emptyOutDir: true, copyPublicDir: false });
await writeSite(await import(pathToFileURL(join(RENDERED, 'render.js')).href));
