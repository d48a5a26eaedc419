import { pino } from 'pino';
import { openDatabase } from '../../db/index.ts';
import { openJobs } from '../../jobs/index.ts';
import { createSmtpMailer } from '../../outside/mail.ts';
import { createOutbox, outboxJobs } from '../index.ts';

// A separate process that stores a mail; as a worker it never finishes sending, although the mail server accepted it.
const log = pino({ level: 'silent' });
const { DATABASE_URL, DATA_DIR = '', SMTP_URL = '', AUTH_SECRET = '', KILL_WHEN } = process.env;
const database = await openDatabase({ databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR, log });
const { db } = database;
const clock = { now: Date.now };
const jobs = await openJobs(
  { database, clock, log },
  { isWorker: KILL_WHEN === 'taken', heartbeatSeconds: 10 },
);
const smtp = await createSmtpMailer({ url: SMTP_URL, from: 'Moneytrail <no-reply@example.com>' });
const mail: typeof smtp = {
  send: async (message) => {
    await smtp.send(message);
    process.send?.('taken');
    await new Promise(() => undefined);
  },
  close: smtp.close,
};
const sms = { send: async () => undefined };
const deps = { db, clock, log, secret: AUTH_SECRET, jobs, mail, sms };
await jobs.start(outboxJobs(deps));
const outbox = createOutbox(deps);
const text = 'Your code is 735912.';
const message = { channel: 'email', to: 'ana@example.com', subject: 'Your code', text } as const;
await db.transaction().execute((trx) => outbox.add(trx, message));
if (KILL_WHEN === 'stored') process.send?.('stored');
process.on('message', () => undefined);
