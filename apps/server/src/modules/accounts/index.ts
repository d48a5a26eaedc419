export { type Accounts, createAccounts } from './accounts.ts';
export { createAdminAccount, type NewAdmin } from './admin/create-admin-account.ts';
export { accountJobs } from './jobs.ts';
export { accountRoutes } from './routes.ts';
