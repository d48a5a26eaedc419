export { demoSecret } from './demo-secret.ts';
export { outboxRoute } from './outbox-route.ts';
export { seedDemoAccounts } from './seed-demo-accounts.ts';
