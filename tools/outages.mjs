import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { requireNode } from './node-version.mjs';

requireNode();

/** Random outages of a built page, its server and its vendors, in real time: `npm run outages -- --seed 7 --plan`. */
const { ensureBrowser } = await import('./ensure-browser.mjs');
const { buildWeb } = await import('./web-build.mjs');
const environment = { ...process.env, MONEYTRAIL_CHROMIUM: ensureBrowser() };
await buildWeb();
const { status } = spawnSync(process.execPath, ['e2e/outages/run.ts', ...process.argv.slice(2)], {
  cwd: resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: environment,
});
process.exit(status ?? 1);
