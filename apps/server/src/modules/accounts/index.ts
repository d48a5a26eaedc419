export { type RequestContext, requestContextOf, type SeatPort } from './account-services.ts';
export { type Accounts, createAccounts, type GuessCost } from './accounts.ts';
export { createAdminAccount, type NewAdmin } from './admin/create-admin-account.ts';
export { apiKeyRoutes } from './api-keys/routes.ts';
export { accountJobs } from './jobs.ts';
export { createNoticeSender, type NoticeSender } from './limits/sending.ts';
export { letter } from './messages/layout.ts';
export { notFound } from './profile/guards.ts';
export { findSignedIn, presentSubscription } from './profile/present-account.ts';
export { setSeatSuspended } from './profile/suspend-seats.ts';
export {
  findStanding,
  findUser,
  findUserByName,
  listOvertaken,
  type Standing,
  setStanding,
} from './profile/user-store.ts';
export { accountRoutes } from './routes.ts';
export { newToken, tokenHash } from './secrets/keys.ts';
