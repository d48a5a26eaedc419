export type { OutgoingMessage } from './message.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export { outboxJobs } from './outbox-jobs.ts';
