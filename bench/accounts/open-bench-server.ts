import { rmSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { readConfig } from '../../apps/server/src/config.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { createDataDir } from '../../apps/server/src/db/testing/test-database.ts';
import { createCallerBudget } from '../../apps/server/src/http/caller-budget.ts';
import { handleErrors } from '../../apps/server/src/http/error-handler.ts';
import { createRouter } from '../../apps/server/src/http/route.ts';
import { createAccessRules } from '../../apps/server/src/modules/access/index.ts';
import { accountRoutes } from '../../apps/server/src/modules/accounts/index.ts';
import { insertUser } from '../../apps/server/src/modules/accounts/profile/user-store.ts';
import { newUser } from '../../apps/server/src/modules/accounts/registration/new-user.ts';
import { barRoutes } from '../../apps/server/src/modules/bars/index.ts';
import { accountsIn } from '../../apps/server/src/testing/accounts-in.ts';

export const PASSWORD = 'Gr1ffin-Rock';

export type BenchServer = {
  app: FastifyInstance;
  port: number;
  /** Makes approved accounts, all with the same password, and answers their names. */
  addUsers: (prefix: string, count: number) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Accounts at their full cost beside history, on the embedded database. */
export async function openBenchServer(): Promise<BenchServer> {
  const dataDir = await createDataDir();
  const config = readConfig({ DATA_DIR: dataDir, SIMULATE: 'all', LOG_LEVEL: 'error', PORT: '0' });
  const context = await createContext(config);
  const { db, clock } = context;
  const accounts = accountsIn(context);
  const app = fastify({ trustProxy: true });
  handleErrors(app);
  const router = createRouter(app, {
    readUser: accounts.readUser,
    checkAnswers: false,
    access: createAccessRules(context),
  });
  barRoutes(router, { ...context, budget: createCallerBudget(context.clock) });
  accountRoutes(router, { accounts });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return {
    app,
    port: typeof address === 'object' && address ? address.port : 0,
    addUsers: async (prefix, count) => {
      const password_hash = await accounts.services.hasher.hash(PASSWORD);
      const names = Array.from({ length: count }, (_, index) => `${prefix}${index}@example.com`);
      for (const username of names) {
        const name = { first_name: 'Ana', last_name: 'Botha' };
        const kind = { user_type: 'retail', is_approved: true } as const;
        await insertUser(db, newUser(clock.now(), { username, password_hash, ...name, ...kind }));
      }
      return names;
    },
    close: async () => {
      await app.close();
      await context.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
