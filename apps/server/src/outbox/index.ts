export { createOutbox, type Outbox, type OutgoingMessage } from './outbox.ts';
export { outboxJobs } from './outbox-jobs.ts';
