import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireNode } from './node-version.mjs';

requireNode();

const ROOT = resolve(import.meta.dirname, '..');
const TYPE_CHECKER = 'node_modules/typescript-native/bin/tsc';

function run(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code) => done({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

const bin = (name) => resolve(ROOT, 'node_modules/.bin', name);

async function formatAndLint() {
  return run(bin('biome'), ['ci', '--colors=off', '--max-diagnostics=40', '.']);
}

async function layers() {
  const { checkLayers } = await import('./layer-check.mjs');
  const { filesRead, violations } = await checkLayers();
  return {
    ok: violations.length === 0,
    output: `${filesRead} files read\n${violations.join('\n')}`,
  };
}

async function types() {
  const projects = globSync(
    ['{packages,apps}/*/tsconfig*.json', '{e2e,bench,cluster,tools}/tsconfig.json'],
    {
      cwd: ROOT,
    },
  ).sort();
  const outputs = [];
  const queue = [...projects];
  const workers = Array.from({ length: 2 }, async () => {
    for (let project = queue.shift(); project; project = queue.shift()) {
      const { ok, output } = await run(process.execPath, [TYPE_CHECKER, '-p', project]);
      if (!ok) outputs.push(`${project}\n${output}`);
    }
  });
  await Promise.all(workers);
  return { ok: outputs.length === 0, output: outputs.join('\n') };
}

async function unused() {
  return existsSync(resolve(ROOT, 'knip.json'))
    ? run(bin('knip'), ['--no-progress', '--no-config-hints'])
    : { ok: false, output: 'knip.json is missing' };
}

const STEPS = {
  'format and lint': formatAndLint,
  'layer rules': layers,
  types,
  'unused code': unused,
};

let failed = 0;
for (const [name, step] of Object.entries(STEPS)) {
  const startedAt = performance.now();
  const { ok, output } = await step();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s`);
  if (!ok) {
    failed += 1;
    console.log(output);
  }
}
process.exit(failed === 0 ? 0 : 1);
