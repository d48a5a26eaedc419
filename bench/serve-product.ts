import '../apps/server/src/spare-memory.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Imported late, as by the product: loading must not grow the heap beyond its setting.
const { buildApp } = await import('../apps/server/src/app.ts');
const { readConfig } = await import('../apps/server/src/config.ts');
const { createContext } = await import('../apps/server/src/context.ts');

const UNLIMITED = 1e9;

const NO_LIMITS = {
  requestsAMinute: UNLIMITED,
  processingLimits: { share: 1, burstMs: UNLIMITED },
  workLimits: { atOnce: UNLIMITED, aMinute: UNLIMITED },
  streamLimits: {
    perVisitor: UNLIMITED,
    perAccount: UNLIMITED,
    perAddress: UNLIMITED,
    perCustomer: UNLIMITED,
    perCustomers: UNLIMITED,
  },
};

/**
 * Starts the server in this process as the product starts it, on an empty folder, a free port and simulated feeds. The
 * server closes and the process ends when the parent process disconnects.
 * @param webFolder the folder of the built page; null for no page
 * @param settings further environment variables
 * @param isLimited keeps the product's limits of users, which are lifted by default
 */
export async function serveProduct({
  webFolder = null,
  settings = {},
  isLimited = false,
}: {
  webFolder?: string | null;
  settings?: Record<string, string>;
  isLimited?: boolean;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'moneytrail-served-'));
  const own = { DATA_DIR: folder, SIMULATE: 'all', LOG_LEVEL: 'fatal', PORT: '0' };
  const context = await createContext(readConfig({ ...own, ...settings }));
  await context.warmUp();
  const app = await buildApp(context, { webFolder, ...(isLimited ? {} : NO_LIMITS) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.live.start();
  process.once('disconnect', () => {
    app
      .close()
      .then(() => context.close())
      .finally(() => {
        rmSync(folder, { recursive: true, force: true });
        process.exit(0);
      });
  });
  const address = app.server.address();
  return { app, context, port: typeof address === 'object' && address ? address.port : 0 };
}
