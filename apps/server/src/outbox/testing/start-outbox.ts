import { pino } from 'pino';
import type { DatabaseHandle } from '../../db/index.ts';
import { openJobs } from '../../jobs/index.ts';
import type { Mailer } from '../../outside/mail.ts';
import type { SmsSender } from '../../outside/sms.ts';
import { createOutbox, type Outbox, outboxJobs } from '../index.ts';

const log = pino({ level: 'silent' });
const RETRY_MS = 20;

/** An outbox with its own worker, for tests of code that sends messages. */
type TestOutbox = {
  outbox: Outbox;
  /** Resolves when every message that was stored has been sent or given up. */
  sent: () => Promise<void>;
  close: () => Promise<void>;
};

export async function startOutbox(deps: {
  database: DatabaseHandle;
  clock: { now: () => number };
  mail: Mailer;
  sms: SmsSender;
  secret: string;
  /** Without a worker messages wait. */
  isWorker?: boolean;
  sendWithinMs?: number;
}): Promise<TestOutbox> {
  const { db } = deps.database;
  const jobs = await openJobs(
    { ...deps, log },
    {
      isWorker: deps.isWorker ?? true,
      pollSeconds: 0.5,
      monitorSeconds: 1,
      heartbeatSeconds: 10,
    },
  );
  const outbox = createOutbox({ ...deps, db, jobs });
  await jobs.start(outboxJobs({ ...deps, db, log }));
  return {
    outbox,
    sent: async () => {
      while ((await outbox.counts()).some(({ state }) => state === 'waiting')) {
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    },
    close: () => jobs.close(),
  };
}
