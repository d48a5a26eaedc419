import type { Router } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import { registerAccountRoutes } from './routes.ts';

export { type Accounts, createAccounts } from './accounts.ts';
export { createAdminAccount, type NewAdmin } from './admin/create-admin-account.ts';
export { accountJobs } from './jobs.ts';

/** Registers every call of accounts on a router. */
export function accountRoutes(router: Router, deps: { accounts: Accounts }): void {
  const { accounts } = deps;
  registerAccountRoutes(router, { core: accounts.core, reader: accounts });
}
