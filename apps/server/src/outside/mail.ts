/** A mail with two equivalent forms. */
export type MailMessage = { to: string; subject: string; text: string; html: string };

/** Hands mail over for delivery; rejects if it is not accepted, and as soon as the signal is aborted. */
export type Mailer = {
  send: (
    message: Omit<MailMessage, 'html'> & {
      html?: string | undefined;
      /** Reply address, if not the sender's. */
      replyTo?: string | undefined;
      /** Becomes the `Message-ID`, by which duplicates can be recognised. */
      id?: string;
    },
    signal?: AbortSignal,
  ) => Promise<void>;
  close: () => Promise<void>;
};

/** Idle timeout: a server that keeps sending lines is only ended by the caller's signal. */
const TIMEOUT_MS = 10_000;

/** A loggable error: the server's messages repeat addresses, its codes do not. */
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
 * on demand, because reading its files slows the start.
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
          // One address, never a list to be parsed.
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
