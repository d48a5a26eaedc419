import { requireNode } from './node-version.mjs';

requireNode();
const { buildWeb } = await import('./web-build.mjs');
await buildWeb();
await import('../apps/server/src/main.ts');
