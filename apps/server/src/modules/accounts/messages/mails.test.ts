import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtpMailer } from '../../../outside/mail.ts';
import * as mails from './messages.ts';

const site = { settings: { publicUrl: 'https://app.example' } };
const ana = { username: 'ana@example.com', first_name: 'Ana' };
const place = { deviceInfo: 'Firefox on Linux', address: '203.0.113.7' };

const ALL = {
  approvalPending: mails.approvalPendingMail(site, ana, 'the-token'),
  welcome: mails.welcomeMail(site, ana, 'the-token'),
  approved: mails.approvedMail(site, ana),
  approvalWithdrawn: mails.approvalWithdrawnMail(ana),
  registrationRejected: mails.registrationRejectedMail(ana, 'We do not know the firm'),
  deletedAccount: mails.deletedAccountMail(ana, '16 March 2026'),
  sessionsEnded: mails.sessionsEndedMail(site, ana, 2),
  alreadyRegistered: mails.alreadyRegisteredMail(site, ana),
  resetLink: mails.resetLinkMail(site, ana, 'the-token'),
  recoveryCode: mails.recoveryCodeMail(ana, 'H7K2MP'),
  recoveryUsed: mails.recoveryUsedMail(site, ana),
  passwordChanged: mails.passwordChangedMail(site, ana),
  phoneChanged: mails.phoneChangedMail(ana),
  newDevice: mails.newDeviceMail(site, ana, place),
  reuseAlarm: mails.reuseAlarmMail(site, ana),
  keyMade: mails.keyMadeMail(site, ana, 'Nightly report'),
  accountLocked: mails.accountLockedMail(site, ana),
};

test.each([
  ['Ana', 'Hello Ana,'],
  ['J. R.', 'Hello J. R.,'],
  ['Ana: https://evil.example/prize', 'Hello,'],
  ['www.evil.example', 'Hello,'],
  ['ana@evil.example', 'Hello,'],
])('%s, as a stranger may call himself, is greeted with %s', (first_name, greeting) => {
  const { text, html } = mails.approvalPendingMail(site, { ...ana, first_name }, 'the-token');
  expect(text).toContain(`\n${greeting}\n`);
  expect(html).toContain(`>${greeting}<`);
  expect(text + html).not.toContain('evil.example');
});

type Received = { to: string[]; raw: string };
const received: Received[] = [];
let smtp: SMTPServer;
let url: string;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        received.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', () => resolve());
  });
  const address = smtp.server.address();
  url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

/** The parts of a message, decoded from quoted-printable. */
function partsOf(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts: Record<string, string> = {};
  for (const part of raw.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...body] = part.trimStart().split('\r\n\r\n');
    const type = /content-type: ([\w/]+)/i.exec(head)?.[1] ?? '';
    const text = body.join('\r\n\r\n');
    const isQuoted = /quoted-printable/i.test(head);
    parts[type] = isQuoted ? unquote(text) : text;
  }
  return parts;
}

function unquote(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

test.each(Object.entries(ALL))('%s reads as it was approved, in both its forms', (_name, mail) => {
  expect(`${mail.subject}\n\n${mail.text}`).toMatchSnapshot('text');
  expect(mail.html).toMatchSnapshot('html');
});

test.each(Object.entries(ALL))(
  '%s has the same content in text and HTML, with the brand',
  (_name, mail) => {
    const shown = mail.html
      .replace(/<title>.*<\/title>/, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    const lines = mail.text.split('\n\n').filter((line) => !line.startsWith('--'));
    for (const line of lines) {
      const [said = ''] = line.split(': https://');
      expect(shown).toContain(said.replace(/\s+/g, ' ').trim());
    }
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('MONEY • TRAIL');
      expect(form).toContain('WE FOLLOW THE MONEY');
    }
  },
);

/** The server imports nothing of the pages. */
const TOKENS = join(import.meta.dirname, '../../../../../web/src/ui/theme/tokens.ts');
const coloursIn = (text: string) => new Set(text.match(/#[\dA-F]{6}\b/gi) ?? []);

test('mails have no colour but those of the pages', () => {
  const ofPages = coloursIn(readFileSync(TOKENS, 'utf8'));
  const ofMails = coloursIn(
    Object.values(ALL)
      .map(({ html }) => html)
      .join(''),
  );
  expect(ofMails.size).toBeGreaterThan(5);
  expect([...ofMails].filter((colour) => !ofPages.has(colour))).toEqual([]);
});

test('C34: a name with markup is shown as text, and opens no link of its own', () => {
  const eve = { username: 'eve@example.com', first_name: '<img src=x onerror=alert(1)>"\'&' };
  const mail = mails.newDeviceMail(site, eve, { ...place, deviceInfo: '<script>' });
  expect(mail.html).not.toMatch(/<img|<script>/);
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});

test('every mail arrives at a real SMTP server with its text and its HTML', async () => {
  const mailer = await createSmtpMailer({ url, from: 'Moneytrail <no-reply@app.example>' });
  for (const mail of Object.values(ALL)) await mailer.send(mail);
  await mailer.close();
  expect(received).toHaveLength(Object.keys(ALL).length);
  for (const [index, mail] of Object.values(ALL).entries()) {
    const { to, raw } = received[index] ?? { to: [], raw: '' };
    expect(to).toEqual(['ana@example.com']);
    expect(raw).toMatch(/^From: Moneytrail <no-reply@app\.example>\r$/m);
    const parts = partsOf(raw);
    expect(parts['text/plain']?.trim()).toBe(mail.text.trim());
    expect(parts['text/html']?.trim()).toBe(mail.html.trim());
  }
});

test('an answer goes to the address that a mail names for it, which is one address', async () => {
  const mailer = await createSmtpMailer({ url, from: 'us@example.com' });
  const before = received.length;
  const { subject, text } = ALL.approved;
  const letter = { to: 'ana@example.com', subject, text };
  await mailer.send({ ...letter, replyTo: 'bo@example.com' });
  await mailer.send({ ...letter, replyTo: 'bo@example.com,v@example.com\r\nBcc: v@example.com' });
  await mailer.close();
  const [good = '', bad = ''] = received.slice(before).map(({ raw }) => raw);
  expect(good).toMatch(/^Reply-To: bo@example\.com\r$/m);
  expect(bad).not.toMatch(/^Bcc:/m);
  expect(received.slice(before).flatMap(({ to }) => to)).not.toContain('v@example.com');
});

test('a mailer rejects if its server is gone, instead of waiting forever', async () => {
  const mailer = await createSmtpMailer({
    url: 'smtp://127.0.0.1:1',
    from: 'no-reply@app.example',
  });
  await expect(mailer.send(ALL.approved)).rejects.toThrow();
  await mailer.close();
});

test('C11: an address is always one recipient, never a list', async () => {
  const mailer = await createSmtpMailer({ url, from: 'us@example.com' });
  const before = received.length;
  const { subject, text, html } = ALL.approved;
  await mailer.send({ to: 'foo,v@example.com', subject, text, html }).catch(() => undefined);
  await mailer.close();
  const reached = received.slice(before).flatMap(({ to }) => to);
  expect(reached).not.toContain('v@example.com');
});
