/** A mail with its two forms; both say the same. */
export type MailMessage = { to: string; subject: string; text: string; html: string };

/** Hands mail to whoever delivers it; rejects when it was not taken. */
export type Mailer = {
  send: (
    message: Omit<MailMessage, 'html'> & {
      html?: string | undefined;
      /** Makes the `Message-ID`, by which a mail that was sent twice can be told to be one. */
      id?: string;
    },
  ) => Promise<void>;
  close: () => Promise<void>;
};
