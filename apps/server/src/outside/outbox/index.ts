export { createOutbox, type Outbox } from './outbox.ts';
export { createOutboxMailer } from './outbox-mailer.ts';
