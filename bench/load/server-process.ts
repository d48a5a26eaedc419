import '../../apps/server/src/spare-memory.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { signIn } from '../history/sign-in.ts';

const UNLIMITED = 1e9;

/** The product for one administrator, without the limits of a person. */
const folder = mkdtempSync(join(tmpdir(), 'moneytrail-load-'));
const config = readConfig({
  DATA_DIR: folder,
  SIMULATE: 'all',
  LOG_LEVEL: 'fatal',
  PORT: '0',
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
});
const context = await createContext(config);
const app = await buildApp(context, {
  webFolder: null,
  requestsAMinute: UNLIMITED,
  workLimits: { atOnce: UNLIMITED, aMinute: UNLIMITED },
  streamLimits: { perVisitor: UNLIMITED, perAccount: UNLIMITED, perAddress: UNLIMITED },
});
await app.ready();
context.live.start();
const token = await signIn(app);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024;

process.on('message', (message) => {
  if (message === 'memory') process.send?.({ memoryMb: residentMb() });
});
process.once('disconnect', () => {
  app
    .close()
    .then(() => context.close())
    .finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    });
});
process.send?.({ port, token });
