import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '..');
const WEB = join(ROOT, 'apps/web');
const DIST = join(WEB, 'dist');
/** Holds the hash of the sources that the build was made from. */
const BUILT = join(DIST, '.built-from');
/** Holds the same hash once every file of the build has its compressed copies. */
const COMPRESSED = join(DIST, '.compressed-from');
/** Everything a browser may be sent depends on. */
const SOURCES = [
  'apps/web',
  'packages/calendar/src',
  'packages/chart/src',
  'packages/contract/src',
  'packages/indicators/src',
];
const IGNORED = new Set(['node_modules', 'dist']);
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json']);

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);

/** One hash of every source file's path and content, tests apart, and of the locked dependencies. */
function sourceHash() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const all = SOURCES.flatMap((folder) => [...filesUnder(join(ROOT, folder))]);
  const files = all.filter((file) => !isTest(file)).sort();
  for (const file of files) hash.update(relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Writes under another name first: a server beside it must find a copy whole or not at all. */
function writeWhole(file, bytes) {
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
}

function compress(file) {
  const bytes = readFileSync(file);
  if (bytes.length < 1_024) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  writeWhole(`${file}.br`, brotliCompressSync(bytes, quality));
  writeWhole(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Runs a script in a process of its own: the bundler sets NODE_ENV to production for its caller. */
function run(script, cwd) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [script], { cwd, stdio: 'inherit' });
    child.once('error', failed);
    child.once('close', (code) =>
      code === 0 ? done() : failed(new Error(`${relative(ROOT, script)} ended with ${code}`)),
    );
  });
}

const isFrom = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** Builds the browser application, unless the build that stands there is from the same sources. Serves uncompressed. */
export async function buildWeb() {
  const hash = sourceHash();
  if (isFrom(BUILT, hash)) return { built: false };
  await run(join(WEB, 'build/build.ts'), WEB);
  writeFileSync(BUILT, hash);
  return { built: true };
}

/** Whether a build still lacks some of its compressed copies. */
export function isUncompressed() {
  return existsSync(BUILT) && !isFrom(COMPRESSED, readFileSync(BUILT, 'utf8'));
}

/** Gives each file of the build its compressed copies, brotli and gzip; takes some seconds of one processor. */
export function compressWeb() {
  const hash = readFileSync(BUILT, 'utf8');
  const files = [...filesUnder(DIST)].filter((file) => COMPRESSIBLE.has(extname(file)));
  for (const file of files) compress(file);
  writeFileSync(COMPRESSED, hash);
}

/** The same in a process of its own, for a server that goes on meanwhile. */
export function compressBeside() {
  return run(join(import.meta.dirname, 'compress-web.mjs'), ROOT);
}
