/** A mail with its two forms; both say the same. */
export type MailMessage = { to: string; subject: string; text: string; html: string };

/** Hands mail to whoever delivers it; rejects when it was not taken, and as soon as the signal is aborted. */
export type Mailer = {
  send: (
    message: Omit<MailMessage, 'html'> & {
      html?: string | undefined;
      /** Where an answer goes, if not to the address that sends. */
      replyTo?: string | undefined;
      /** Makes the `Message-ID`, by which a mail that was sent twice can be told to be one. */
      id?: string;
    },
    signal?: AbortSignal,
  ) => Promise<void>;
  close: () => Promise<void>;
};

/** Of idleness: a server that sends a line now and then is ended by the caller's signal alone. */
const TIMEOUT_MS = 10_000;

/** What may be logged of a failure: the server's words repeat addresses, the codes do not. */
function discreet(error: unknown): Error {
  const codes: string[] = [];
  if (error instanceof Error) {
    if ('code' in error) codes.push(String(error.code));
    if ('responseCode' in error) codes.push(String(error.responseCode));
  }
  return new Error(`the mail server did not take a message: ${codes.join(' ') || 'no code'}`);
}

/**
 * Delivers through an SMTP server: `smtp://user:password@host:port`, or `smtps://`.
 * Connections are pooled; headers cannot be injected, as the library refuses line breaks in them. The library is loaded
 * by who has such a server: reading its files makes every other start longer.
 */
export async function createSmtpMailer(settings: { url: string; from: string }): Promise<Mailer> {
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport({
    url: settings.url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s<>@]+)/.exec(settings.from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, subject, text, html, replyTo, id }, signal) => {
      try {
        await transport.sendMail({
          from: settings.from,
          // As one address, never as a list to be parsed.
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          ...(signal === undefined ? {} : { signal }),
        });
      } catch (error) {
        throw discreet(error);
      }
    },
    close: async () => transport.close(),
  };
}
