import { requireNode } from './node-version.mjs';

requireNode();
// First of all: it may begin the process anew.
await import('../apps/server/src/spare-memory.ts');
await import('../apps/server/src/without-native-ws.ts');
const { createProgress } = await import('./start-progress.mjs');
const progress = createProgress({ write: (text) => process.stdout.write(text) });
progress.say('Moneytrail starts.');
const { buildWeb, compressBeside, isUncompressed } = await import('./web-build.mjs');
const pages = progress.step({ doing: 'Building the pages', done: 'Pages ready' }, buildWeb());
const { startServer } = await import('../apps/server/src/serve.ts');
await startServer({ pages, step: progress.step });
progress.say(`Started in ${progress.elapsed()}.`);
if (isUncompressed()) {
  compressBeside().catch((error) => progress.say(`The pages stay uncompressed: ${error.message}`));
}
