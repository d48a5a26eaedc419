export { createOutbox, type Outbox, type OutgoingMessage, outboxJobs } from './outbox.ts';
