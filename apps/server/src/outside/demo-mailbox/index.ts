export { clearDemoMailbox, createDemoMailbox, type DemoMailbox } from './demo-mailbox.ts';
