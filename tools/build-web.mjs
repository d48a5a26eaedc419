import { requireNode } from './node-version.mjs';

requireNode();
const { buildWeb } = await import('./web-build.mjs');
const { built } = await buildWeb();
console.log(built ? 'apps/web/dist is built.' : 'apps/web/dist is up to date.');
