export const MAILBOX_TEXTS = {
  banner: 'Demo: no e-mail or SMS is sent.',
  empty: 'Nothing has been sent yet. Register or sign in, and the message appears here.',
  failed: 'Could not load the messages.',
} as const;
