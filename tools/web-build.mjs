import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '..');
const WEB = join(ROOT, 'apps/web');
const DIST = join(WEB, 'dist');
const STAMP = join(DIST, '.built-from');
/** Everything a browser may be sent depends on. */
const SOURCES = [
  'apps/web',
  'packages/calendar/src',
  'packages/chart/src',
  'packages/contract/src',
  'packages/indicators/src',
];
const IGNORED = new Set(['node_modules', 'dist']);
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json']);

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

/** One hash of every source file's path and content, and of the locked dependencies. */
function sourceHash() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const files = SOURCES.flatMap((folder) => [...filesUnder(join(ROOT, folder))]).sort();
  for (const file of files) hash.update(relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function compress(file) {
  const bytes = readFileSync(file);
  if (bytes.length < 1_024) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** In a process of its own: the bundler sets NODE_ENV to production for whoever calls it. */
function bundle() {
  execFileSync(process.execPath, [join(WEB, 'build/build.ts')], { cwd: WEB, stdio: 'inherit' });
}

/** Builds the browser application unless the one that stands there was built from the same sources. */
export async function buildWeb() {
  const hash = sourceHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return { built: false };
  bundle();
  for (const file of filesUnder(DIST)) {
    if (COMPRESSED.has(extname(file)) && statSync(file).isFile()) compress(file);
  }
  writeFileSync(STAMP, hash);
  return { built: true };
}
