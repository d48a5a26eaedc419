import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Manifest } from 'vite';
import { fillTemplate, ORIGIN, type PageAssets } from './fill-template.ts';
import { APPLICATION } from './head-start.ts';

type Renderer = typeof import('../src/site/render.tsx');

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const OFFLINE = '/offline';
const TEMPLATE = 'site.html';
const RENDERER = 'src/site/render.tsx';
const RENDERED = join(ROOT, 'node_modules/.cache/site');

/** What a module needs before it runs, itself included; styles of all of it. */
function assetsOf(manifest: Manifest, source: string): PageAssets {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(source);
  if (scripts.size === 0) throw new Error(`${source} was not built`);
  const font = Object.values(manifest).find(({ file }) => /inter-latin-wght.*\.woff2$/.test(file));
  return { styles: [...styles], scripts: [...scripts], font: font?.file ?? null };
}

/** Leaves out what the template names already. */
function besides(template: string, { styles, scripts, font }: PageAssets): PageAssets {
  const isNew = (file: string) => !template.includes(file);
  return { styles: styles.filter(isNew), scripts: scripts.filter(isNew), font };
}

async function write(name: string, text: string): Promise<void> {
  const file = join(DIST, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The worker that shows the offline page, with the files which that needs. */
async function writeOfflineWorker(document: string): Promise<void> {
  const named = [...document.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)];
  const files = JSON.stringify([...new Set(named.map(([, file]) => file))]);
  const build = createHash('sha256').update(document).digest('hex').slice(0, 12);
  const worker = await readFile(join(import.meta.dirname, 'offline-worker.js'), 'utf8');
  const filled = worker.replace('__BUILD__', build).replace('__FILES__', files);
  await write('offline-worker.js', filled);
}

/** Renders every public page into a document of its own, and says to the server and to robots what there is. */
async function writeSite({ SITE_PAGES, APP_PATHS, renderPage, sourceOf }: Renderer): Promise<void> {
  const template = await readFile(join(DIST, TEMPLATE), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
  const documents: Record<string, string> = {};
  for (const page of SITE_PAGES) {
    const assets = besides(template, assetsOf(manifest, sourceOf(page)));
    const content = await renderPage(page.path);
    const name = `site/${page.path === '/' ? 'index' : page.path.slice(1)}.html`;
    const document = fillTemplate(template, page, { content, assets });
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

/** Built apart, as the public pages are to load nothing of the application, not even a chunk that both would share. */
async function bundle(options: BuildOptions): Promise<void> {
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: DIST, ...options } });
}

await bundle({ rolldownOptions: { input: APPLICATION } });
await bundle({ rolldownOptions: { input: TEMPLATE }, manifest: true, emptyOutDir: false });
await bundle({ ssr: RENDERER, outDir: RENDERED, emptyOutDir: true, copyPublicDir: false });
await writeSite(await import(pathToFileURL(join(RENDERED, 'render.js')).href));
