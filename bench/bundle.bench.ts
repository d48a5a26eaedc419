import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { report } from './figure.ts';

const DIST = resolve(import.meta.dirname, '../apps/web/dist');
const ASSETS = join(DIST, 'assets');
/** What a script needs before it runs; scripts that are loaded when needed stand inside `import(…)`. */
const STATIC_IMPORT = /(?:import|from)\s*"\.\/([^"]+\.js)"/g;

const page = readFileSync(join(DIST, 'index.html'), 'utf8');
const sources = [...page.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => source ?? '');
const entries = sources.flatMap((source) => /assets\/([^"]+\.js)/.exec(source)?.[1] ?? []);
const screen = readdirSync(ASSETS).filter((name) => /^LiveChartPage.*\.js$/.test(name));
if (entries.length === 0 || screen.length !== 1) throw new Error('the build has another form');

/** The scripts of the chart page: the page's own, the screen's, and everything these need. */
const loaded = new Set<string>();
const waiting = [...entries, ...screen];
for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
  if (loaded.has(name)) continue;
  loaded.add(name);
  const text = readFileSync(join(ASSETS, name), 'utf8');
  for (const [, needed] of text.matchAll(STATIC_IMPORT)) if (needed) waiting.push(needed);
}
const bytes = [...loaded].reduce(
  (sum, name) => sum + brotliCompressSync(readFileSync(join(ASSETS, name))).length,
  0,
);

report([
  {
    what: 'chart page JavaScript, compressed',
    value: bytes / 1_024,
    unit: 'KB',
    bar: { atMost: 320 },
    detail: `${loaded.size} files before anything is clicked`,
  },
  {
    what: 'scripts of third parties',
    value: sources.filter((source) => !source.startsWith('/')).length,
    unit: 'ratio',
    bar: { atMost: 0 },
  },
]);
