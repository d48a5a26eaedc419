import { requireNode } from './node-version.mjs';

requireNode();
// First of all: it may begin the process anew.
await import('../apps/server/src/spare-memory.ts');
await import('../apps/server/src/without-native-ws.ts');
const { createProgress } = await import('./start-progress.mjs');
const progress = createProgress({ write: (text) => process.stdout.write(text) });
progress.say('Moneytrail starts.');
const { buildWeb, compressBeside, Interrupted, isUncompressed } = await import('./web-build.mjs');
// Work that was begun, such as a build, ends with this process until the server takes care of the signals.
const interrupted = () => process.exit(1);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupted);
const pages = progress.step({ doing: 'Building the pages', done: 'Pages ready' }, buildWeb());
// Told where the server waits for it.
pages.catch(() => undefined);
const { startServer } = await import('../apps/server/src/serve.ts');
await startServer({ pages, step: progress.step });
for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, interrupted);
progress.say(`Started in ${progress.elapsed()}.`);
if (isUncompressed()) {
  compressBeside().catch((error) => {
    if (!(error instanceof Interrupted))
      progress.say(`The pages stay uncompressed: ${error.message}`);
  });
}
