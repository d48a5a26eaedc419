import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { type DatabaseHandle, openDatabase } from '../db/index.ts';
import { createTestPlace, USUAL_KINDS } from '../db/testing/test-database.ts';
import { passHeartbeats, passRetryDelays } from '../jobs/testing/pass-time.ts';
import { createSmtpMailer } from '../outside/mail.ts';
import { startOutbox } from './testing/start-outbox.ts';

const log = pino({ level: 'silent' });
const secret = 'a secret for tests that is long enough';
const FROM = 'Moneytrail <no-reply@example.com>';
const SOON = { timeout: 40_000 };
const LATER = { timeout: 90_000 };
const MAIL = {
  channel: 'email',
  to: 'ana@example.com',
  subject: 'Your code',
  text: 'Your code is 735912.',
} as const;

let smtp: { url: string; received: string[]; isAway: boolean; close: () => Promise<void> };
beforeEach(async () => {
  const received: string[] = [];
  const state = { url: '', received, isAway: false, close: async () => {} };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.isAway) return done(new Error('735912 is not taken now'));
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.server.address();
  state.url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  state.close = () => new Promise((done) => server.close(done));
  smtp = state;
});
afterEach(() => smtp.close());

/** A mail server that greets, and then answers with line after line and never with the last one. */
async function startDrippingServer() {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.write('220 ready\r\n');
    const drip = setInterval(() => socket.write('250-wait\r\n'), 50);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      connections.delete(socket);
    });
    socket.resume();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return { url: `smtp://127.0.0.1:${port}`, connections };
}

function idOf(raw: string | undefined): string | undefined {
  return /^Message-ID: (.*)$/im.exec(raw ?? '')?.[1];
}

describe.each(USUAL_KINDS)('the outbox on %s', (kind) => {
  let database: DatabaseHandle;
  let place: { databaseUrl: string | null; dataDir: string };
  let drop: () => Promise<void>;
  let nowMs = Date.parse('2026-03-02T10:00:00Z');
  const clock = { now: () => nowMs };

  beforeAll(async () => {
    ({ drop, ...place } = await createTestPlace(kind));
    database = await openDatabase({ ...place, log });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  // Messages left by a failed test must not affect others.
  afterEach(async () => {
    await database.db.deleteFrom('outbox').execute();
  });

  async function open({
    refusal = 'no text messages here',
    url = smtp.url,
    ...options
  }: {
    isWorker: boolean;
    refusal?: string;
    url?: string;
    sendWithinMs?: number;
  }) {
    const mail = await createSmtpMailer({ url, from: FROM });
    const sms = { send: () => Promise.reject(new Error(refusal)) };
    const started = await startOutbox({ database, clock, mail, sms, secret, ...options });
    onTestFinished(async () => {
      await started.close();
      await mail.close();
    });
    return started;
  }
  const rows = () => database.db.selectFrom('outbox').selectAll().execute();
  /** Waits until the message is tried again and given up; a try that finds no answer on a busy machine may take 40 s. */
  const givenUp = () =>
    vi.waitFor(async () => {
      await passRetryDelays(database.db);
      expect(await rows()).toMatchObject([{ state: 'dead' }]);
    }, LATER);

  test('a message that may not be sent before a moment waits while later ones go', async () => {
    const { outbox } = await open({ isWorker: true });
    await database.db.transaction().execute(async (trx) => {
      const notBeforeMs = Date.now() + DAY_MS;
      await outbox.add(trx, { ...MAIL, subject: 'Later' }, { notBeforeMs });
      await outbox.add(trx, { ...MAIL, subject: 'Now' });
    });
    // A message leaves the outbox a moment after the server has taken it.
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), SOON);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toContain('Subject: Now');
  });

  test('a message is sent once its transaction has committed, and leaves nothing behind', async () => {
    const { outbox } = await open({ isWorker: true });
    const { db } = database;
    const failing = db.transaction().execute(async (trx) => {
      await outbox.add(trx, { ...MAIL, subject: 'Never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await db.transaction().execute((trx) => outbox.add(trx, MAIL));
    await vi.waitFor(async () => expect(await rows()).toEqual([]), SOON);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toContain('Subject: Your code');
  });

  test('waiting messages are encrypted, and stay while no worker runs', async () => {
    const { outbox } = await open({ isWorker: false });
    await database.db.transaction().execute((trx) => outbox.add(trx, MAIL));
    const [row] = await rows();
    const stored = `${JSON.stringify(row)} ${row?.payload?.toString('latin1')}`;
    for (const part of ['735912', 'ana@example.com', 'Your code']) {
      expect(stored).not.toContain(part);
    }
    expect(await outbox.counts()).toEqual([{ channel: 'email', state: 'waiting', count: 1 }]);
    await open({ isWorker: true });
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), SOON);
    await vi.waitFor(async () => expect(await rows()).toEqual([]), SOON);
  });

  test('a message that is not taken is tried again, and given up after a day without its content', async () => {
    const { outbox } = await open({ isWorker: true });
    smtp.isAway = true;
    await database.db.transaction().execute((trx) => outbox.add(trx, MAIL));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), SOON);
    nowMs += DAY_MS;
    await givenUp();
    const [row] = await rows();
    expect(row).toMatchObject({ payload: null, attempts: 2 });
    expect(row?.last_error).toMatch(/^the mail server did not take a message: EMESSAGE 450$/);
    expect(await outbox.counts()).toEqual([{ channel: 'email', state: 'dead', count: 1 }]);
  });

  test('a message that waited for its moment is tried for a day from then on', async () => {
    const { outbox } = await open({ isWorker: true });
    smtp.isAway = true;
    await database.db.transaction().execute(async (trx) => {
      await outbox.add(trx, MAIL, { notBeforeMs: nowMs + DAY_MS });
      nowMs += DAY_MS;
    });
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), SOON);
    nowMs += DAY_MS;
    await givenUp();
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });

  test('a server that never ends its answer is left before another process takes the message', async () => {
    const { url, connections } = await startDrippingServer();
    const { outbox } = await open({ isWorker: true, url, sendWithinMs: 500 });
    await database.db.transaction().execute((trx) => outbox.add(trx, MAIL));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), SOON);
    await vi.waitFor(() => expect(connections.size).toBe(0), SOON);
    expect((await rows())[0]?.last_error).toMatch(/EABORT$/);
  });

  test('a worker that stops leaves a server that never ends its answer', async () => {
    const { url, connections } = await startDrippingServer();
    const { outbox, close } = await open({ isWorker: true, url });
    await database.db.transaction().execute((trx) => outbox.add(trx, MAIL));
    await vi.waitFor(() => expect(connections.size).toBe(1), SOON);
    await close();
    expect(await rows()).toMatchObject([{ attempts: 1, state: 'waiting' }]);
    await vi.waitFor(() => expect(connections.size).toBe(0), SOON);
  });

  test('a message that is refused in words no database takes is given up alike', async () => {
    const { outbox } = await open({ isWorker: true, refusal: `\0${'x'.repeat(198)}😀` });
    const message = { channel: 'sms', to: '+27821234567', text: 'Your code is 735912.' } as const;
    await database.db.transaction().execute((trx) => outbox.add(trx, message));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), SOON);
    nowMs += DAY_MS;
    await givenUp();
    expect(await rows()).toMatchObject([
      { payload: null, last_error: `\ufffd${'x'.repeat(198)}\ufffd` },
    ]);
  });

  test('a code that is worth nothing any more is not sent, and shows as given up', async () => {
    const { outbox } = await open({ isWorker: true });
    const expiresAtMs = nowMs + 10 * MINUTE_MS;
    smtp.isAway = true;
    await database.db.transaction().execute((trx) => outbox.add(trx, { ...MAIL, expiresAtMs }));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), SOON);
    nowMs = expiresAtMs;
    smtp.isAway = false;
    await givenUp();
    expect(smtp.received).toEqual([]);
    const [row] = await rows();
    expect(row).toMatchObject({ payload: null, last_error: expect.stringContaining('EMESSAGE') });
  });
});

/** A process that stores a mail, and as a worker hangs after a mail was taken; killed once it says so. */
async function killWhen(
  what: 'stored' | 'taken',
  place: { databaseUrl: string | null; dataDir: string },
): Promise<void> {
  const child = fork(new URL('./testing/outbox-process.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: place.dataDir,
      SMTP_URL: smtp.url,
      AUTH_SECRET: secret,
      KILL_WHEN: what,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [told] = await once(child, 'message');
  expect(told).toBe(what);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe.each(USUAL_KINDS)('on %s a process killed', (kind) => {
  async function restart(place: { databaseUrl: string | null; dataDir: string }) {
    const database = await openDatabase({ ...place, log });
    const clock = { now: Date.now };
    const mail = await createSmtpMailer({ url: smtp.url, from: FROM });
    const sms = { send: async () => undefined };
    await passHeartbeats(database.db);
    const { outbox, close } = await startOutbox({ database, clock, mail, sms, secret });
    onTestFinished(async () => {
      await close();
      await mail.close();
      await database.close();
    });
    await vi.waitFor(async () => {
      await passRetryDelays(database.db);
      expect(await outbox.counts()).toEqual([]);
    }, SOON);
  }

  test('between commit and sending loses no message', async () => {
    const { drop, ...place } = await createTestPlace(kind);
    onTestFinished(drop);
    await killWhen('stored', place);
    expect(smtp.received).toHaveLength(0);
    await restart(place);
    expect(smtp.received).toHaveLength(1);
  });

  test('between sending and storing that sends it again, as the same mail', async () => {
    const { drop, ...place } = await createTestPlace(kind);
    onTestFinished(drop);
    await killWhen('taken', place);
    expect(smtp.received).toHaveLength(1);
    await restart(place);
    expect(smtp.received).toHaveLength(2);
    expect(idOf(smtp.received[1])).toBe(idOf(smtp.received[0]));
    expect(idOf(smtp.received[0])).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  });
});
