import type { Router } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import { registerAccountRoutes } from './routes.ts';

export { type Accounts, createAccounts } from './accounts.ts';
export { createAdminAccount } from './admin/create-admin-account.ts';
export type { NewAdmin } from './admin/ensure-admin.ts';
export { createSameSiteHook } from './http/same-site.ts';

/** Registers every call of accounts on a router. */
export function accountRoutes(router: Router, deps: { accounts: Accounts }): void {
  const { accounts } = deps;
  registerAccountRoutes(router, { core: accounts.core, reader: accounts });
}
