import { resolve } from 'node:path';
import { requireNode } from './node-version.mjs';

requireNode();

/**
 * The product as several processes on this machine: `npm run cluster`, `npm run chaos` to break it, or `npm run soak` to
 * see whether it grows.
 */
const [part = 'run', ...given] = process.argv.slice(2);
const { buildWeb } = await import('./web-build.mjs');
await buildWeb();
process.argv.splice(2, process.argv.length, ...given);
await import(resolve(import.meta.dirname, '../cluster', part === 'run' ? '' : part, 'run.ts'));
