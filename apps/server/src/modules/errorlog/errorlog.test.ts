import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { type ErrorEntry, listErrors } from '@moneytrail/contract';
import { sql } from 'kysely';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { addAccount, openSessionOf } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { SYNC_INSTRUMENTS } from '../catalogue/index.ts';
import { createErrorLog, createLineBuffer, errorLogJobs } from './index.ts';

const FROM_US = { 'sec-fetch-site': 'same-origin' };
const PAGE_ERROR = { kind: 'error', message: 'x is undefined', route: '/dashboard' };
const AUTH_SECRET = randomBytes(24).toString('base64url');

describe.each(USUAL_KINDS)('the error log, on %s', (kind) => {
  let world: AppWorld;
  let token: string;
  let network = 0;
  beforeAll(async () => {
    world = await startApp(kind, { environment: { LOG_LEVEL: 'silent', AUTH_SECRET } });
    const id = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    ({ token } = await openSessionOf(world, id));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.context.errorLog.flush();
    await world.context.db.deleteFrom('error_log').execute();
    network += 1;
  });

  /** Reports are counted by the minute. */
  const beginMinute = () => world.addMs(60_000 - (world.context.clock.now() % 60_000));
  const read = async (query: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await world.app.inject({ url: '/api/health/errors', headers, query });
    return listErrors.response.parse(answer.json());
  };
  const find = async (query?: Record<string, string>): Promise<ErrorEntry[]> =>
    (await read(query)).entries;
  const report = (path: string, payload: object, more: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/reports/${path}`,
      headers: { ...FROM_US, ...more },
      payload,
      remoteAddress: `2001:db8:0:${network}::${1 + Math.floor(Math.random() * 9_999)}`,
    });
  /** Every table that a request for the record needs is away meanwhile. */
  const failing = async (url: string) => {
    await sql`alter table audit_entries rename to away`.execute(world.context.db);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await world.app.inject({ url, headers });
    await sql`alter table away rename to audit_entries`.execute(world.context.db);
    return answer;
  };

  test('C56: holds the details of a failure whose caller gets only a request id', async () => {
    const answer = await failing('/api/audit?action=x');
    expect(answer.statusCode).toBe(500);
    const { requestId, message } = answer.json();
    expect(message).toBe('Unexpected error. Please try again later.');
    const [entry] = await find({ source: 'http' });
    expect(entry).toMatchObject({
      source: 'http',
      level: 'error',
      count: 1,
      message: expect.stringMatching(/^request failed: relation "audit_entries" does not exist/),
      context: { method: 'GET', route: '/api/audit', requestId },
    });
    expect(Object(entry?.context.err).stack).toContain('audit/audit.ts');
    expect(entry?.timestamp).toBe(entry?.firstSeen);
  });

  test('counts repeated failures instead of storing them again', async () => {
    await failing('/api/audit');
    const [first] = await find({ source: 'http' });
    await failing('/api/audit');
    await failing('/api/audit');
    const [entry, ...others] = await find({ source: 'http' });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ _id: first?._id, count: 3, firstSeen: first?.firstSeen });
    expect(entry?.timestamp.localeCompare(first?.timestamp ?? '')).toBeGreaterThan(-1);
  });

  test('holds failures of feeds and jobs', async () => {
    world.context.simulators.Bitfinex?.faults.set({ status: '401' });
    const query = { e: 'Bitfinex', fsym: 'BTCUSD', resolution: '1D', fromTs: '1600000000' };
    const headers = { authorization: `Bearer ${token}` };
    await world.app.inject({
      url: '/api/data/histoday',
      headers,
      query: { ...query, toTs: '1601000000' },
    });
    world.context.simulators.Bitfinex?.faults.set({});
    await vi.waitFor(
      async () => {
        const [ofFeed] = await find({ text: 'Bitfinex' });
        const message = expect.stringContaining('Bitfinex');
        expect(ofFeed).toMatchObject({ level: 'error', message });
      },
      { timeout: 30_000, interval: 200 },
    );
    await sql`alter table instrument_syncs rename to away`.execute(world.context.db);
    await world.context.jobs.enqueue(SYNC_INSTRUMENTS, {});
    await vi.waitFor(
      async () => expect((await find({ source: 'jobs' })).length).toBeGreaterThan(0),
      { timeout: 30_000, interval: 200 },
    );
    await sql`alter table away rename to instrument_syncs`.execute(world.context.db);
    const [ofJob] = await find({ source: 'jobs' });
    expect(ofJob?.context).toMatchObject({ job: SYNC_INSTRUMENTS.name });
  });

  test('holds reports of pages, with the page’s address but without its query', async () => {
    const stack = 'Error: x\n    at draw (https://a.example/assets/index-abc.js?v=1:1:2)';
    const answer = await report('browser', { ...PAGE_ERROR, stack }, { 'user-agent': 'Test/1.0' });
    expect(answer.statusCode).toBe(204);
    expect(await find({ source: 'browser' })).toMatchObject([
      {
        message: 'x is undefined',
        context: { kind: 'error', route: '/dashboard', browser: 'Test/1.0' },
      },
    ]);
  });

  test('refuses reports of other sites, large ones, and those of one network beyond 20 a minute', async () => {
    const foreign = await report('browser', PAGE_ERROR, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
    const long = await report('browser', { ...PAGE_ERROR, message: 'x'.repeat(501) });
    expect(long.statusCode).toBe(400);
    beginMinute();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await report('browser', PAGE_ERROR)).statusCode);
    expect(statuses).toEqual([...Array(20).fill(204), 429, 429]);
    network += 1;
    expect((await report('browser', PAGE_ERROR)).statusCode).toBe(204);
    expect(await find({ source: 'browser' })).toMatchObject([{ count: 21 }]);
  });

  const letters = (n: number) => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));
  /** A report of breaches that are all of different kinds, as one network sends it. */
  const floodOf = (count: number, salt: string) => {
    const kind = (n: number) => `${salt}-${letters(n)}`;
    const body = Array.from({ length: count }, (_, n) => ({
      type: 'csp-violation',
      body: { effectiveDirective: kind(n), blockedURL: 'inline' },
    }));
    return report('content-policy', body, { 'content-type': 'application/reports+json' });
  };

  test('counts the breaches that a network reports, not its reports', async () => {
    beginMinute();
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await floodOf(15, letters(n))).statusCode);
    expect(statuses).toEqual([204, 204, 429, 429]);
    expect(await find({ source: 'content-policy', limit: '200' })).toHaveLength(20);
    expect((await report('browser', PAGE_ERROR)).statusCode).toBe(204);
    expect(await find({ source: 'browser' })).toHaveLength(1);
    network += 1;
    expect((await floodOf(1, 'x')).statusCode).toBe(204);
  });

  test('no flood of reports costs a failure of the server or of a page, nor is taken for one', async () => {
    const before = network;
    for (let n = 0; n < 45; n++) {
      network += 1;
      await floodOf(20, letters(n));
    }
    network = before;
    await report('browser', PAGE_ERROR);
    world.context.log.child({ source: 'jobs' }).error('a job failed');
    await failing('/api/audit');
    expect(await find({ source: 'browser' })).toMatchObject([{ message: 'x is undefined' }]);
    expect(await find({ source: 'jobs', text: 'a job failed' })).toHaveLength(1);
    expect(await find({ source: 'http' })).toHaveLength(1);
    expect(await find({ source: 'server' })).toEqual([]);
    expect(await find({ text: 'more failed than' })).toMatchObject([{ source: 'content-policy' }]);
    network += 100;
  });

  test.each([
    [
      'by address',
      'application/csp-report',
      {
        'csp-report': {
          'effective-directive': 'img-src',
          'blocked-uri': 'https://elsewhere.test/a.png?secret=1',
          'document-uri': 'https://own.test/dashboard?token=abc',
          'source-file': 'https://own.test/assets/a.js',
          'line-number': 3,
        },
      },
    ],
    [
      'by name',
      'application/reports+json',
      [
        { type: 'deprecation', body: { id: 'x' } },
        {
          type: 'csp-violation',
          body: {
            effectiveDirective: 'img-src',
            blockedURL: 'https://elsewhere.test/a.png?secret=1',
            documentURL: 'https://own.test/dashboard?token=abc',
            sourceFile: 'https://own.test/assets/a.js',
            lineNumber: 3,
          },
        },
      ],
    ],
  ])('holds breaches of the content policy that a browser reports %s', async (_how, type, body) => {
    const answer = await report('content-policy', body, { 'content-type': type });
    expect(answer.statusCode).toBe(204);
    expect(await find({ source: 'content-policy' })).toMatchObject([
      {
        message: 'img-src refused https://elsewhere.test/a.png',
        context: {
          page: 'https://own.test/dashboard',
          place: 'https://own.test/assets/a.js:3',
        },
      },
    ]);
  });

  test('holds no reports about browser extensions, nor unreadable ones', async () => {
    const ofExtension = { 'blocked-uri': 'inline', 'source-file': 'moz-extension://1/a.js' };
    for (const body of [{ 'csp-report': ofExtension }, { 'csp-report': 7 }, [], { a: 1 }]) {
      const type = { 'content-type': 'application/csp-report' };
      expect((await report('content-policy', body, type)).statusCode).toBe(204);
    }
    expect(await find({ source: 'content-policy' })).toEqual([]);
    expect(await find({ text: 'moz-extension' })).toEqual([]);
  });

  test('C54: no planted password, code, token, cookie, link, address or setting is stored or shown', async () => {
    const opaque = () => randomBytes(32).toString('base64url');
    const planted = {
      jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${opaque()}`,
      bearer: opaque(),
      reset: opaque(),
      cookie: opaque(),
      password: 'Hunter2!x',
      code: '493027',
      otp: 'K3X9QZ',
      hash: randomBytes(32).toString('hex'),
      email: 'somebody.private@example.org',
      phone: '+27821234567',
      login: 'smtp-pass-7',
    };
    const sentences = [
      `GET https://a.example/auth/reset-password?token=${planted.reset} failed`,
      `at /register#invite=${planted.reset}`,
      `Authorization: Bearer ${planted.bearer}`,
      `cookie: rt=${planted.cookie}; other=${planted.cookie}`,
      `password: "${planted.password}"`,
      `otpCode=${planted.otp}`,
      `Your code is ${planted.code}.`,
      `${planted.jwt} is no token, nor ${planted.hash}`,
      `smtp://mailer:${planted.login}@mail.example`,
      `to ${planted.email} or ${planted.phone}`,
      `signed with ${AUTH_SECRET}`,
    ];
    for (const sentence of sentences) {
      await report('browser', { ...PAGE_ERROR, message: sentence, stack: `Error: ${sentence}` });
      world.context.log.error({ err: new Error(sentence, { cause: new Error(sentence) }) }, 'x');
    }
    world.context.log.warn(
      {
        password: planted.password,
        nested: { deep: [{ otpCode: planted.otp, refreshToken: 'short1' }] },
        headers: { cookie: `rt=${planted.cookie}`, authorization: planted.bearer },
        code: planted.code,
        email: planted.email,
      },
      'planted',
    );
    const told = JSON.stringify(await find({ limit: '200' }));
    const held = JSON.stringify(
      await world.context.db.selectFrom('error_log').selectAll().execute(),
    );
    for (const value of [...Object.values(planted), AUTH_SECRET, 'short1']) {
      expect(told).not.toContain(value);
      expect(held).not.toContain(value);
    }
    expect(told).toContain('https://a.example/auth/reset-password');
  });

  test('keeps useful details: error codes, request ids, files and counts', async () => {
    const requestId = randomUUID();
    const detail = { requestId, code: '23505', err: { message: 'x', code: 'ECONNREFUSED' } };
    world.context.log.error({ ...detail, attempts: 12, file: 'modules/bars/store.ts' }, 'kept');
    expect((await find())[0]?.context).toMatchObject({
      ...detail,
      attempts: 12,
      file: 'modules/bars/store.ts',
    });
  });

  test('answers page by page, by source and by text, the newest first', async () => {
    for (const name of ['one', 'two', 'three']) {
      world.addMs(1_000);
      world.context.log.child({ source: 'billing' }).error({ name: `50%_${name}` }, name);
      world.context.log.error('elsewhere');
    }
    const first = await read({ source: 'billing', limit: '2' });
    expect(first.entries.map(({ message }) => message)).toEqual(['three', 'two']);
    const rest = await read({ source: 'billing', limit: '2', cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ entries: [{ message: 'one' }], nextCursor: null });
    expect(await find({ text: 'ELSE' })).toMatchObject([{ message: 'elsewhere', count: 3 }]);
    expect(await find({ text: '50%_t' })).toHaveLength(2);
    expect(await find({ text: '%' })).toHaveLength(3);
  });

  test('refuses cursors that no page has answered', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const known = '0123456789abcdef01234567';
    for (const place of [
      { lastSeenMs: 1, fingerprint: 'a\0' },
      { lastSeenMs: 1, fingerprint: `${known}'` },
      { lastSeenMs: 1, fingerprint: '\ud800' },
      { lastSeenMs: 1.5, fingerprint: known },
      { lastSeenMs: 2 ** 60, fingerprint: known },
      { lastSeenMs: '1', fingerprint: known },
      { fingerprint: known },
      [],
      null,
    ]) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      const answer = await world.app.inject({
        url: '/api/health/errors',
        headers,
        query: { cursor },
      });
      expect([place, answer.statusCode]).toEqual([place, 400]);
    }
    for (const lastSeenMs of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
      const place = { lastSeenMs, fingerprint: known };
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      const answer = await world.app.inject({
        url: '/api/health/errors',
        headers,
        query: { cursor },
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  test('a source that fails in ever new ways keeps its last thousand, and pushes out no other', async () => {
    world.context.log.error('elsewhere');
    const log = world.context.log.child({ source: 'jobs' });
    for (let part = 0; part < 13; part++) {
      for (let n = 0; n < 100; n++) {
        const name = String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26), 97 + part);
        log.error(`failure ${name}`);
      }
      await world.context.errorLog.flush();
    }
    const counts = await world.context.db
      .selectFrom('error_log')
      .select(['source', (row) => row.fn.countAll<number>().as('count')])
      .groupBy('source')
      .orderBy('source')
      .execute();
    expect(counts).toEqual([
      { source: 'jobs', count: 1_000 },
      { source: 'server', count: 1 },
    ]);
  });

  test('a flood costs bounded memory, and the number of lost failures is reported', async () => {
    for (let n = 0; n < 2_000; n++) world.context.log.error('the same');
    const more = 'more failed than could be noted';
    const entries = (await find()).filter(({ message }) => ['the same', more].includes(message));
    const counted = entries.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(2_000);
    expect(entries.map(({ message }) => message).sort()).toEqual([more, 'the same']);
  });

  test('nothing fails while it cannot be written, and failures are stored later', async () => {
    const { db, errorLog } = world.context;
    await sql`alter table error_log rename to away`.execute(db);
    for (let n = 0; n < 3; n++) {
      expect((await report('browser', PAGE_ERROR)).statusCode).toBe(204);
      await errorLog.flush();
    }
    await sql`alter table away rename to error_log`.execute(db);
    const reported = { message: 'x is undefined', count: 3 };
    expect(await find({ source: 'browser' })).toMatchObject([reported]);
  });

  test('no text of any source keeps others from being stored: signs that no database takes are replaced', async () => {
    const breach = { 'effective-directive': 'img\0src', 'blocked-uri': 'a\ud800b' };
    const type = { 'content-type': 'application/csp-report' };
    expect((await report('content-policy', { 'csp-report': breach }, type)).statusCode).toBe(204);
    const half = '\ud83d';
    world.context.log.error({ err: new Error(`a\0b${half}c`), [`k\0${half}`]: half }, 'own');
    const whole = `${'x'.repeat(499)}\u{1f600}`;
    world.context.log.error(whole);
    await report('browser', PAGE_ERROR);
    const entries = await find();
    const messages = entries.map(({ message }) => message).sort();
    expect(messages).toEqual([
      'img\ufffdsrc refused a\ufffdb',
      'own: a\ufffdb\ufffdc',
      'x is undefined',
      `${'x'.repeat(499)}\ufffd…`,
    ]);
    const own = entries.find(({ message }) => message.startsWith('own'));
    expect(own?.context).toMatchObject({ 'k\ufffd\ufffd': '\ufffd' });
    expect(JSON.stringify(entries)).not.toMatch(/\\u0000|\\ud8/);
  });

  test('a refused row of a batch is dropped and logged, and the rest is stored', async () => {
    const { db } = world.context;
    const clock = { now: Date.now };
    const warn = vi.fn();
    const lines = createLineBuffer(clock);
    const errorLog = createErrorLog({ db, clock, log: { warn }, lines, secrets: [] });
    onTestFinished(errorLog.close);
    const fail = (message: string) =>
      errorLog.add({ source: 'jobs', level: 'error', message, context: {}, atMs: clock.now() });
    await sql`alter table error_log add constraint refused check (message <> 'poison')`.execute(db);
    for (const message of ['before', 'poison', 'after']) fail(message);
    await errorLog.flush();
    await sql`alter table error_log drop constraint refused`.execute(db);
    expect(warn.mock.calls).toMatchObject([[{ of: 'jobs' }, 'a failure was refused and is lost']]);
    fail('later');
    await errorLog.flush();
    const messages = (await find()).map(({ message }) => message).sort();
    expect(messages).toEqual(['after', 'before', 'later']);
  });

  test('removes failures not seen for thirty days', async () => {
    world.context.log.error('old');
    await world.context.errorLog.flush();
    world.addMs(20 * DAY_MS);
    const { db } = world.context;
    const [job] = errorLogJobs(world.context);
    const run = { id: 'x', signal: new AbortController().signal, progress: () => undefined };
    await job?.run({}, run);
    expect(await db.selectFrom('error_log').selectAll().execute()).toHaveLength(1);
    world.addMs(11 * DAY_MS);
    await job?.run({}, run);
    expect(await db.selectFrom('error_log').selectAll().execute()).toEqual([]);
  });
});
