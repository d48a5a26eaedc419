import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  'packages/alerts/src',
  'packages/backtest/src',
  'packages/calendar/src',
  'packages/chart/src',
  'packages/contract/src',
  'packages/indicators/src',
  'packages/technical-indicators/src',
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

/** Writes under another name first: a server, or a second compressor, must find a copy whole or not at all. */
function writeWhole(file, bytes) {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, bytes);
  renameSync(part, file);
}

function compress(file) {
  const bytes = readFileSync(file);
  if (bytes.length < 1_024) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeWhole(`${file}.br`, brotliCompressSync(bytes, quality));
  writeWhole(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Thrown where a script was ended by a signal, as by the end of the process that waits for it. */
export class Interrupted extends Error {}

/** Runs a script in a process of its own, which ends with this one: the bundler sets NODE_ENV to production for its caller. */
function run(script, cwd) {
  const child = spawn(process.execPath, [script], { cwd, stdio: 'inherit' });
  const end = () => child.kill();
  process.once('exit', end);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      process.removeListener('exit', end);
      const name = relative(ROOT, script);
      if (code === 0) done();
      else if (code === null) failed(new Interrupted(`${name} was interrupted`));
      else failed(new Error(`${name} ended with ${code}`));
    });
  });
}

function readStamp(stamp) {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Builds the browser application, unless the build that stands there is from the same sources. Its files have no
 * compressed copies yet.
 */
export async function buildWeb() {
  const hash = sourceHash();
  if (readStamp(BUILT) === hash) return { built: false };
  await run(join(WEB, 'build/build.ts'), WEB);
  writeFileSync(BUILT, hash);
  return { built: true };
}

/** Whether a build still lacks some of its compressed copies. */
export function isUncompressed() {
  const built = readStamp(BUILT);
  return built !== null && readStamp(COMPRESSED) !== built;
}

/**
 * Gives each file of the build its compressed copies, brotli and gzip; takes some seconds of one processor. Stops where
 * another build has taken the place of the one it began with.
 */
export function compressWeb() {
  const hash = readStamp(BUILT);
  const files = [...filesUnder(DIST)].filter((file) => COMPRESSIBLE.has(extname(file)));
  for (const file of files) {
    if (readStamp(BUILT) !== hash) return;
    compress(file);
  }
  writeFileSync(COMPRESSED, hash);
}

/** The same in a process of its own, for a server that goes on meanwhile. */
export function compressBeside() {
  return run(join(import.meta.dirname, 'compress-web.mjs'), ROOT);
}
