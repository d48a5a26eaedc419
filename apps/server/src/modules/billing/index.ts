export { type Billing, createBilling, planRightsOf } from './billing.ts';
export { BUY_DEMO_PLAN, billingJobs, READ_PLANS } from './jobs.ts';
export { createPlanCards } from './plan-cards.ts';
export { billingRoutes } from './routes.ts';
