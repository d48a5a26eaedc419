import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { report } from './figure.ts';

const DIST = resolve(import.meta.dirname, '../apps/web/dist');
const ASSETS = join(DIST, 'assets');
/** The static imports of a script; lazy ones are inside `import(…)`. */
const STATIC_IMPORT = /(?:import|from)\s*"\.\/([^"]+\.js)"/g;
const SCRIPT = /<(?:script|link rel="modulepreload")[^>]+(?:src|href)="([^"]+\.js)"/g;

/** The scripts in a document. */
function scriptsOf(document: string): string[] {
  const text = readFileSync(join(DIST, document), 'utf8');
  return [...text.matchAll(SCRIPT)].map(([, source]) => source ?? '');
}

/** The files of pages: those in the document, the screens' own, and all their static imports. */
function filesOf(document: string, screens: readonly RegExp[]): Set<string> {
  const entries = scriptsOf(document).map((source) => source.replace('/assets/', ''));
  const names = readdirSync(ASSETS);
  const own = screens.map((screen) => names.filter((name) => screen.test(name)));
  if (entries.length === 0 || own.some((found) => found.length !== 1)) {
    throw new Error(`${document} has another form`);
  }
  const loaded = new Set<string>();
  const waiting = [...entries, ...own.flat()];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    const text = readFileSync(join(ASSETS, name), 'utf8');
    for (const [, needed] of text.matchAll(STATIC_IMPORT)) if (needed) waiting.push(needed);
  }
  return loaded;
}

function weight(what: string, files: Set<string>, atMost: number) {
  const sizes = [...files].map(
    (name) => brotliCompressSync(readFileSync(join(ASSETS, name))).length,
  );
  return {
    what: `${what} JavaScript, compressed`,
    value: sizes.reduce((sum, size) => sum + size, 0) / 1_024,
    unit: 'KB',
    bar: { atMost },
    detail: `${files.size} files for the first picture`,
  } as const;
}

const APPLICATION = /^application-.*\.js$/;
const SIGN_IN = [APPLICATION, /^sign-in-.*\.js$/];
const REGISTRATION = [APPLICATION, /^sign-in-.*\.js$/, /^register-.*\.js$/];
const CHART = [APPLICATION, /^first-chart-.*\.js$/, /^dashboard-.*\.js$/, /^live-chart-.*\.js$/];
const documents = ['app.html', 'site/index.html'];
const foreign = documents.flatMap(scriptsOf).filter((source) => !source.startsWith('/'));

report([
  weight('public page', filesOf('site/index.html', []), 100),
  weight('sign-in page', filesOf('app.html', SIGN_IN), 180),
  weight('registration', filesOf('app.html', REGISTRATION), 190),
  weight('chart page', filesOf('app.html', CHART), 320),
  { what: 'scripts of third parties', value: foreign.length, unit: 'ratio', bar: { atMost: 0 } },
]);
