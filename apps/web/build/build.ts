import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Rolldown } from 'vite';
import { PAGE_KINDS } from '../src/start/page-at.ts';
import {
  CODE_IN_DEVELOPMENT,
  completeApplication,
  MODULES_OF_PAGES,
  STYLE_LINK,
  styleSheetOf,
} from './application-document.ts';
import { fillTemplate, ORIGIN } from './fill-template.ts';

type CodeOfPages = import('../src/start/load-code.ts').CodeOfPages;
type Renderer = typeof import('../src/site/render.tsx');

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const APPLICATION = 'app.html';
/** The application, for browsers that have none of its files yet. */
const FIRST_VISIT = 'first-visit.html';
const FIRST_SCRIPT = 'src/main.ts';
const OFFLINE = '/offline';
const TEMPLATE = 'site.html';
const RENDERER = 'src/site/render.tsx';
const RENDERED = join(ROOT, 'node_modules/.cache/site');

/** Modules that both the first chart and the application import: neither waits for the code of the other. */
const COMMON = [
  'apps/web/src/page-queries.ts',
  'apps/web/src/api/(queries|read-anew|stream/stream).ts',
  'apps/web/src/stores/theme.ts',
  'apps/web/src/lib/(tab-storage|format-time|draft-storage).ts',
  'apps/web/src/features/account/lapsed/untold-lapse.ts',
  'apps/web/src/ui/theme/tokens.ts',
  'packages/calendar/src/(index|resolution|durations).ts',
].join('|');

/** The application, and modules of which every page needs some: no page waits for the code of another one. */
const APPLICATION_CODE = [
  'apps/web/src/application.tsx',
  'apps/web/src/ui/LazyPart.tsx',
  'apps/web/src/ui/hooks/use-(is-low|is-phone|now|swipe|when-idle).ts',
  '@tanstack/react-query/build/modern/(useQuery|useMutation).js',
  '@mantine/core/esm/components/(Input/Input|Accordion/AccordionChevron).mjs',
  '@mantine/core/esm/core/utils/(create-safe-context|get-default-z-index)/.*',
  '@mantine/hooks/esm/use-(id|uncontrolled|merged-ref|callback-ref)/.*',
  '@tabler/icons-react/dist/esm/icons/Icon(Moon|Sun|Check|X).mjs',
].join('|');

/** The registration, whose fields the account's dialogs have too. */
const FIELDS = [
  'apps/web/src/features/auth/register/RegisterPage.tsx',
  'apps/web/src/ui/form/(NewPasswordFields|PhoneFields).tsx',
  'apps/web/src/api/use-form-request.ts',
  'packages/contract/src/endpoints/seats.ts',
  '@mantine/core/esm/components/SegmentedControl/SegmentedControl.mjs',
].join('|');

/** The dashboard, with what floats above its pages and above other forms. */
const DASHBOARD_CODE = [
  'apps/web/src/Dashboard.tsx',
  '@mantine/core/esm/components/(Popover/Popover|Tooltip/Tooltip).mjs',
].join('|');

/**
 * Sources that share a chunk with everything they import, in order of priority: a module belongs to the first chunk that
 * needs it. The bundler alone would make dozens of small chunks of the first pages, which compress worse and cost a
 * request each.
 */
const CHUNKS = [
  ['common', new RegExp(`/(${COMMON})$`)],
  ['first-chart', /packages\/chart\/src\/engine\/|src\/first-chart\/first-chart\.ts$/],
  ['application', new RegExp(`/(${APPLICATION_CODE})$`)],
  ['sign-in', /features\/auth\/(AuthDialog|sign-in\/SignInPage)\.tsx$/],
  ['register', new RegExp(`/(${FIELDS})$`)],
  ['dashboard', new RegExp(`/(${DASHBOARD_CODE})$`)],
  ['live-chart', /features\/chart\/screen\/LiveChartPage\.tsx$/],
  // The painters of shapes that only these studies have come with them.
  [
    'field-studies',
    /packages\/(technical-indicators\/src\/index|chart\/src\/paint\/(profile|swings))\.ts$/,
  ],
  ['journal', /features\/chart\/journal\/(JournalDrawer|NoteDialog|NoteMarks)\.tsx$/],
] as const;
/** Modules of the page's first script come before them all. */
const GROUPS = [
  { name: 'start', tags: ['$initial' as const], priority: CHUNKS.length },
  { name: 'start', test: /rolldown\/runtime/, priority: CHUNKS.length },
  ...CHUNKS.map(([name, test], at) => ({ name, test, priority: CHUNKS.length - at - 1 })),
];

/** The output of a build. */
type Built = Rolldown.RolldownOutput['output'];

/** The scripts that modules import, those with the modules included, and the style sheets of those scripts. */
function filesOf(built: Built, sources: readonly string[]): string[] {
  const chunks = built.filter((file) => file.type === 'chunk');
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = chunks.find((each) => each.fileName === fileName);
    if (!chunk || scripts.has(fileName)) return;
    scripts.add(fileName);
    for (const imported of chunk.imports) visit(imported);
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file);
  };
  for (const source of sources) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(ROOT, source)));
    if (!chunk) throw new Error(`${source} was not built`);
    visit(chunk.fileName);
  }
  const sizeOf = (file: string) => chunks.find((each) => each.fileName === file)?.code.length ?? 0;
  // Browsers open few connections at a time: the largest files go first.
  return [...scripts].sort((a, b) => sizeOf(b) - sizeOf(a)).concat([...styles]);
}

/** Completes the application's documents with the names of the files that its pages load. */
async function completeDocuments(built: Built): Promise<void> {
  const named = filesOf(built, [FIRST_SCRIPT]);
  const missing = (sources: readonly string[]) =>
    filesOf(built, sources).filter((file) => !named.includes(file));
  const code: CodeOfPages = { ...CODE_IN_DEVELOPMENT };
  for (const kind of PAGE_KINDS) {
    const { first, rest } = MODULES_OF_PAGES[kind];
    code[kind] = { first: missing(first), rest: missing(rest) };
  }
  const document = await readFile(join(DIST, APPLICATION), 'utf8');
  const rules = await readFile(join(DIST, styleSheetOf(document)), 'utf8');
  await write(APPLICATION, await completeApplication(document, { code }));
  await write(FIRST_VISIT, await completeApplication(document, { code, rules }));
}

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
async function writeSite(renderer: Renderer, files: Built): Promise<void> {
  const { SITE_PAGES, APP_PATHS, renderPage, sourceOf, structuredDataOf } = renderer;
  const built = await readFile(join(DIST, TEMPLATE), 'utf8');
  const template = built.replace(STYLE_LINK, '');
  const styleSheet = await readFile(join(DIST, styleSheetOf(built)), 'utf8');
  const font = /\/(assets\/inter-latin[^)"']+\.woff2)/.exec(styleSheet)?.[1] ?? null;
  const documents: Record<string, string> = {};
  for (const page of SITE_PAGES) {
    const scripts = filesOf(files, [sourceOf(page)]).filter(
      (file) => file.endsWith('.js') && !template.includes(file),
    );
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
  const listing = { pages: documents, app: APP_PATHS, firstVisit: FIRST_VISIT };
  await write('site/documents.json', JSON.stringify(listing));
  await rm(join(DIST, TEMPLATE));
}

/** Separate builds: public pages load nothing of the application, not even a shared chunk. */
async function bundle(options: BuildOptions): Promise<Built> {
  const result = await build({ root: ROOT, logLevel: 'warn', build: { outDir: DIST, ...options } });
  return [result].flat().flatMap((one) => ('output' in one ? one.output : [])) as Built;
}

const application = await bundle({
  rolldownOptions: { input: APPLICATION, output: { codeSplitting: { groups: GROUPS } } },
});
await completeDocuments(application);
const site = await bundle({
  emptyOutDir: false,
  cssCodeSplit: false,
  rolldownOptions: {
    input: TEMPLATE,
    // One script of the code that every page needs, instead of one for each combination of pages.
    output: { codeSplitting: { groups: [{ name: 'site', tags: ['$initial'] }] } },
  },
});
await bundle({ ssr: RENDERER, outDir: RENDERED, emptyOutDir: true, copyPublicDir: false });
await writeSite(await import(pathToFileURL(join(RENDERED, 'render.js')).href), site);
