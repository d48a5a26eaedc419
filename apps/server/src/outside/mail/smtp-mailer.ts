import nodemailer from 'nodemailer';
import type { Mailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

/**
 * Delivers through an SMTP server: `smtp://user:password@host:port`, or `smtps://`.
 * Connections are pooled; headers cannot be injected, as the library refuses line breaks in them.
 */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({
    url: settings.url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      await transport.sendMail({ from: settings.from, ...message });
    },
    close: async () => transport.close(),
  };
}
