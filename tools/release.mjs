import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode } from './node-version.mjs';

const HELP = `Writes what production runs into a new folder: the server, the built pages, its packages and Node.

  npm run release -- --to FOLDER [--demo]

The folder needs neither npm nor a compiler. Tests, development packages, the embedded database and the simulated providers are
left out; --demo keeps the last two.`;

const ROOT = resolve(import.meta.dirname, '..');
const SERVER = 'apps/server';
const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** The sources, and the files that a package reads or must be distributed with. */
const PARTS = ['package.json', 'src', 'licenses', 'prices'];
const IS_TEST = /\.test\.tsx?$|\/(testing|fixtures)$/;
/** Parts of packages that no program reads: sources of debuggers, types, documents, and headers for compilers. */
const UNREAD = ['**/*.map', '**/*.d.{ts,mts,cts}', 'node-linux-*/{include,share,*.md}'];
/** Loaded in demo mode alone. */
const DEMO = [
  'packages/simulators',
  'node_modules/@moneytrail/simulators',
  'node_modules/@electric-sql',
];

const manifestOf = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

/** Folders of the server and of the packages that it depends on, also by way of others. */
function foldersThatRun() {
  const folders = globSync(workspaces, { cwd: ROOT }).filter((folder) =>
    existsSync(join(ROOT, folder, 'package.json')),
  );
  const folderOf = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));
  const found = new Set([SERVER]);
  for (const folder of found) {
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const dependency = folderOf.get(name);
      if (dependency) found.add(dependency);
    }
  }
  return { all: folders, run: found };
}

function copy(path, to) {
  if (!existsSync(join(ROOT, path))) return;
  const filter = (source) => !IS_TEST.test(source);
  cpSync(join(ROOT, path), join(to, path), { recursive: true, filter });
}

function installPackages(to) {
  const how = ['--omit=dev', `--workspace=@moneytrail/server`, '--include-workspace-root'];
  // The npm that runs this script: another one on the path may be older.
  const { npm_execpath: npm } = process.env;
  const [program, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(program, [...first, 'ci', ...how], { cwd: to, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed');
}

/** Removes what the installation brought, or needed, and nothing runs. */
function prune(to, { all, run }, isDemo) {
  const remove = (path) => rmSync(join(to, path), { recursive: true, force: true });
  const modules = join(to, 'node_modules');
  for (const path of globSync(UNREAD, { cwd: modules })) remove(join('node_modules', path));
  for (const folder of all) if (!run.has(folder)) remove(folder);
  for (const path of isDemo ? [] : DEMO) remove(path);
  for (const path of ['package-lock.json', '.npmrc']) remove(path);
  for (const name of readdirSync(join(modules, '@moneytrail'))) {
    const path = join('node_modules/@moneytrail', name);
    if (!existsSync(join(to, path))) remove(path);
  }
}

requireNode();
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    demo: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !values.to) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
const to = resolve(values.to);
if (existsSync(to) && readdirSync(to).length > 0) {
  console.error(`${to} is not empty.`);
  process.exit(1);
}
const { buildWeb, compressWeb, isUncompressed } = await import('./web-build.mjs');
await buildWeb();
if (isUncompressed()) compressWeb();
mkdirSync(to, { recursive: true });
const folders = foldersThatRun();
for (const path of ['package.json', 'package-lock.json', '.npmrc']) copy(path, to);
for (const folder of folders.all) copy(join(folder, 'package.json'), to);
for (const folder of folders.run) for (const part of PARTS) copy(join(folder, part), to);
installPackages(to);
prune(to, folders, values.demo);
copy('apps/web/dist', to);
console.log(`${to} holds version ${manifestOf('.').version}.`);
