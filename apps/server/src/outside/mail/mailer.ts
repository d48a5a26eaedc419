/** A message with its two forms; both say the same. */
export type MailMessage = { to: string; subject: string; text: string; html: string };

/** Hands mail to whoever delivers it; rejects when it was not taken. */
export type Mailer = {
  send: (message: MailMessage) => Promise<void>;
  close: () => Promise<void>;
};
