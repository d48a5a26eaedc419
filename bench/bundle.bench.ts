import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { report } from './figure.ts';

const ASSETS = resolve(import.meta.dirname, '../apps/web/dist/assets');

/** Every script the build made: an upper bound of what the chart page loads. */
const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const bytes = scripts.reduce(
  (sum, name) => sum + brotliCompressSync(readFileSync(join(ASSETS, name))).length,
  0,
);
const page = readFileSync(resolve(ASSETS, '../index.html'), 'utf8');
const foreign = [...page.matchAll(/<script[^>]+src="([^"]+)"/g)].filter(
  ([, source]) => source && !source.startsWith('/'),
);

report([
  {
    what: 'chart page JavaScript, compressed',
    value: bytes / 1_024,
    unit: 'KB',
    bar: { atMost: 320 },
    detail: `all ${scripts.length} files of the build`,
  },
  { what: 'scripts of third parties', value: foreign.length, unit: 'ratio', bar: { atMost: 0 } },
]);
