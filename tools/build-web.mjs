import { requireNode } from './node-version.mjs';

requireNode();
const { buildWeb, compressWeb, isUncompressed } = await import('./web-build.mjs');
const { built } = await buildWeb();
if (isUncompressed()) compressWeb();
console.log(built ? 'apps/web/dist is built.' : 'apps/web/dist is up to date.');
