export { createOutbox, type Outbox } from './outbox.ts';
export { outboxJobs } from './outbox-jobs.ts';
