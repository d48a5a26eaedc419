import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireNode } from './node-version.mjs';

requireNode();

const ROOT = resolve(import.meta.dirname, '..');
const { ensureBrowser } = await import('./ensure-browser.mjs');
const { buildWeb, compressWeb, isUncompressed } = await import('./web-build.mjs');

/** Runs every benchmark, or those whose name contains the given word, each in its own process. */
const wanted = process.argv[2] ?? '';
const environment = { ...process.env, MONEYTRAIL_CHROMIUM: ensureBrowser() };
await buildWeb();
if (isUncompressed()) compressWeb();
const files = globSync('bench/*.bench.ts', { cwd: ROOT })
  .sort()
  .filter((file) => file.includes(wanted));
let missed = 0;
for (const file of files) {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', file], {
    cwd: ROOT,
    stdio: 'inherit',
    env: environment,
  });
  if (status !== 0) missed += 1;
}
console.log(
  missed === 0
    ? '\nEvery figure meets its bar.'
    : `\n${missed} of ${files.length} benchmarks miss a bar.`,
);
process.exit(missed === 0 ? 0 : 1);
