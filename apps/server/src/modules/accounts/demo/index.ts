export { demoSecret } from './demo-secret.ts';
export { seedDemoAccounts } from './seed-demo-accounts.ts';
