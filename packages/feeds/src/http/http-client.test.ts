import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FeedError } from '../feed.ts';
import { holdClock, passTime, settle } from '../testing/pass-time.ts';
import { startVendor, type Vendor } from '../testing/start-vendor.ts';
import { createTestEnvironment } from '../testing/test-environment.ts';
import { createMemoryAdmission } from './admission.ts';
import { classifyByStatus } from './answer.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);
let vendor: Vendor;

beforeEach(async () => {
  holdClock(START_MS);
  vendor = await startVendor();
});

afterEach(async () => {
  vi.useRealTimers();
  await vendor.close();
});

function createClient(options: Partial<HttpClientOptions> = {}): HttpClient {
  return createHttpClient(createTestEnvironment(), {
    exchange: 'FMP',
    baseUrl: vendor.url,
    headers: {},
    limits: { default: { calls: 100_000, perMs: 60_000 } },
    classify: classifyByStatus,
    secret: 'the-key',
    ...options,
  });
}

const body = (value: unknown) => value;
const quote = { kind: 'quote', path: '/quote', instrument: 'AAPL' } as const;

/** The error of a call that is expected to fail. */
async function failureOf(call: Promise<unknown>): Promise<FeedError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof FeedError) return error;
  throw new Error(`expected a FeedError, got ${String(error)}`);
}

/** Opens the breaker by ten failing calls. */
async function openCircuit(client: HttpClient): Promise<void> {
  vendor.answerWith(() => ({ status: 500, body: 'broken' }));
  for (let call = 0; call < 4; call++) await settle(failureOf(client.get(quote, body)));
  expect(client.msUntilProbe()).not.toBeNull();
}

test.each([
  ['quote', 2_000],
  ['history', 10_000],
] as const)('a %s call waits %i ms for an answer, three times', async (kind, timeoutMs) => {
  vendor.answerWith(() => null);
  const client = createClient();
  const failure = failureOf(client.get({ ...quote, kind }, body));
  for (let attempt = 1; attempt <= 3; attempt++) {
    await vendor.received(attempt);
    await vi.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(vendor.requests).toHaveLength(attempt);
    await vi.advanceTimersByTimeAsync(1);
    // Only up to the next attempt, whose timeout starts then.
    await vi.advanceTimersByTimeAsync(225 * attempt);
  }
  const error = await failure;
  expect(error.kind).toBe('upstream');
  expect(error.message).toBe(`FMP AAPL: no answer within ${timeoutMs / 1_000} s`);
});

test('a failure of the vendor is retried twice, then reported', async () => {
  vendor.answerWith((_, index) => (index < 2 ? { status: 503 } : { body: { price: 1 } }));
  await expect(settle(createClient().get(quote, body))).resolves.toEqual({ price: 1 });
  expect(vendor.requests).toHaveLength(3);
});

test.each([
  [400, 'badRequest'],
  [401, 'auth'],
  [402, 'plan'],
  [403, 'auth'],
  [404, 'notFound'],
] as const)('HTTP %i is the caller’s and asked once', async (status, kind) => {
  vendor.answerWith(() => ({ status, body: 'no' }));
  const error = await settle(failureOf(createClient().get(quote, body)));
  expect(error.kind).toBe(kind);
  expect(error.message).toBe(`FMP AAPL: HTTP ${status}, no`);
  expect(vendor.requests).toHaveLength(1);
});

test.each([
  ['an HTML page', { body: '<!DOCTYPE html><html>down</html>' }, 'an HTML page'],
  ['half an answer', { body: '[{"price":1},{"pri' }, '[{"price":1},{"pri'],
  ['an empty body', { body: '' }, 'an empty body'],
  ['what cannot be stored', { body: 'a\0b' }, 'a\ufffdb'],
  ['an excerpt that ends in a pair', { body: `${'x'.repeat(199)}😀` }, `${'x'.repeat(199)}\ufffd…`],
])('%s is a failure, not an empty answer', async (_, answer, excerpt) => {
  vendor.answerWith(() => answer);
  const error = await settle(failureOf(createClient().get(quote, body)));
  expect(error.kind).toBe('upstream');
  expect(error.message).toBe(`FMP AAPL: answered ${excerpt} instead of JSON`);
  expect(vendor.requests).toHaveLength(3);
});

test('a connection that breaks during an answer is a failure', async () => {
  vendor.answerWith(() => ({ body: [1, 2, 3, 4, 5, 6], isCut: true }));
  const error = await settle(failureOf(createClient().get(quote, body)));
  expect(error.kind).toBe('upstream');
});

test('a body of another format is a failure', async () => {
  vendor.answerWith(() => ({ body: { surprise: true } }));
  const error = await settle(failureOf(createClient().get(quote, () => null)));
  expect(error.message).toBe('FMP AAPL: answered something else: {"surprise":true}');
});

test('a redirect is not followed, as it would leak the key', async () => {
  vendor.answerWith(() => ({ status: 302, headers: { location: '/elsewhere' } }));
  await settle(failureOf(createClient().get(quote, body)));
  expect(vendor.requests.every((path) => path === '/quote')).toBe(true);
});

test('a key that the vendor repeats does not get into the error', async () => {
  vendor.answerWith(() => ({ status: 401, body: 'the key the-key is wrong' }));
  const error = await settle(failureOf(createClient().get(quote, body)));
  expect(error.message).toBe('FMP AAPL: HTTP 401, the key *** is wrong');
});

test('a short Retry-After is waited for', async () => {
  vendor.answerWith((_, index) =>
    index === 0 ? { status: 429, headers: { 'retry-after': '2' } } : { body: [] },
  );
  const answered = createClient().get(quote, body);
  await vendor.received(1);
  await settle(answered);
  expect(Date.now() - START_MS).toBeGreaterThanOrEqual(2_000);
  expect(vendor.requests).toHaveLength(2);
});

test('a long Retry-After keeps every call from the vendor until it is over', async () => {
  vendor.answerWith(() => ({ status: 429, headers: { 'retry-after': '60' } }));
  const client = createClient();
  const first = await settle(failureOf(client.get(quote, body)));
  expect(first.kind).toBe('rateLimit');
  expect(first.retryAfterMs).toBe(60_000);
  expect(first.isHeldBack).toBe(false);
  vendor.answerWith(() => ({ body: [] }));
  await vi.advanceTimersByTimeAsync(30_000);
  const second = await settle(failureOf(client.get(quote, body)));
  expect(second.kind).toBe('rateLimit');
  expect(second.isHeldBack).toBe(false);
  expect(second.retryAfterMs).toBeLessThanOrEqual(30_000);
  expect(vendor.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  await settle(client.get(quote, body));
  expect(vendor.requests).toHaveLength(2);
});

test.each(['1e300', '315360000', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'a Retry-After of %s keeps nobody from the vendor for longer than a day',
  async (text) => {
    vendor.answerWith(() => ({ status: 429, headers: { 'retry-after': text } }));
    const client = createClient();
    const refused = await settle(failureOf(client.get(quote, body)));
    expect(refused.retryAfterMs).toBe(86_400_000);
    vendor.answerWith(() => ({ body: [] }));
    await vi.advanceTimersByTimeAsync(86_400_000);
    await settle(client.get(quote, body));
    expect(vendor.requests).toHaveLength(2);
  },
);

test('at most ten calls run at once', async () => {
  const open: (() => void)[] = [];
  let most = 0;
  vendor.answerWith(
    () =>
      new Promise((resolve) => {
        open.push(() => resolve({ body: [] }));
        most = Math.max(most, open.length);
      }),
  );
  const client = createClient();
  const calls = Array.from({ length: 25 }, () => client.get(quote, body));
  for (let answered = 0; answered < 25; answered++) {
    await vendor.received(Math.min(25, answered + 10));
    open.shift()?.();
  }
  await Promise.all(calls);
  expect(most).toBe(10);
  expect(vendor.requests).toHaveLength(25);
});

test('four fifths of the vendor’s limit are used, and calls beyond get a retry time', async () => {
  const client = createClient({ limits: { default: { calls: 30, perMs: 60_000 } } });
  const calls = Array.from({ length: 25 }, () => client.get(quote, body));
  const outcomes = await settle(Promise.allSettled(calls));
  expect(vendor.requests).toHaveLength(24);
  const refused = outcomes.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({
    reason: { kind: 'rateLimit', retryAfterMs: expect.any(Number), isHeldBack: true },
  });
});

test('a history call waits for its turn under the limit', async () => {
  const client = createClient({ limits: { default: { calls: 5, perMs: 20_000 } } });
  const calls = Array.from({ length: 6 }, () => client.get({ ...quote, kind: 'history' }, body));
  await settle(Promise.all(calls));
  expect(vendor.requests).toHaveLength(6);
  expect(Date.now() - START_MS).toBeGreaterThanOrEqual(20_000);
});

test('the limit of one endpoint does not delay another one', async () => {
  const tight = { calls: 1, perMs: 60_000 };
  const client = createClient({ limits: { default: tight, candles: tight } });
  await settle(client.get(quote, body));
  await settle(client.get({ ...quote, limit: 'candles' }, body));
  expect(vendor.requests).toHaveLength(2);
});

test('the breaker stays closed below ten calls and opens when half of ten fail', async () => {
  const client = createClient();
  await settle(Promise.all(Array.from({ length: 5 }, () => client.get(quote, body))));
  vendor.answerWith(() => ({ status: 500 }));
  await settle(failureOf(client.get(quote, body)));
  expect(client.msUntilProbe()).toBeNull();
  await settle(failureOf(client.get(quote, body)));
  expect(client.msUntilProbe()).not.toBeNull();
  expect(vendor.requests).toHaveLength(10);
});

test('failures older than 30 s are forgotten', async () => {
  const client = createClient();
  vendor.answerWith(() => ({ status: 500 }));
  for (let call = 0; call < 3; call++) await settle(failureOf(client.get(quote, body)));
  await vi.advanceTimersByTimeAsync(30_000);
  await settle(failureOf(client.get(quote, body)));
  expect(client.msUntilProbe()).toBeNull();
});

test('errors of the caller never open the breaker', async () => {
  const client = createClient();
  vendor.answerWith(() => ({ status: 404, body: 'unknown' }));
  for (let call = 0; call < 30; call++) await settle(failureOf(client.get(quote, body)));
  expect(client.msUntilProbe()).toBeNull();
});

test('an open breaker fails at once with the last cause and spares the vendor for 15 s', async () => {
  const client = createClient();
  await openCircuit(client);
  const before = vendor.requests.length;
  await vi.advanceTimersByTimeAsync(14_000);
  const error = await failureOf(client.get(quote, body));
  expect(error).toMatchObject({
    kind: 'upstream',
    message: expect.stringMatching(/^FMP AAPL: is offline \(HTTP 500, .*broken/),
  });
  expect(error.retryAfterMs).toBeLessThanOrEqual(1_000);
  expect(vendor.requests).toHaveLength(before);
});

test('a breaker opened by another process reports no old cause', async () => {
  const admission = createMemoryAdmission(createTestEnvironment());
  const [here, elsewhere] = [createClient({ admission }), createClient({ admission })];
  vendor.answerWith(() => ({ status: 500, body: 'broken' }));
  await settle(failureOf(here.get(quote, body)));
  vendor.answerWith(() => ({ body: [] }));
  await settle(here.get(quote, body));
  await vi.advanceTimersByTimeAsync(31_000);
  await openCircuit(elsewhere);
  expect((await failureOf(here.get(quote, body))).message).toBe('FMP AAPL: is offline');
});

test('of fifty waiting calls one reaches the vendor when the breaker half-opens', async () => {
  const client = createClient();
  await openCircuit(client);
  const before = vendor.requests.length;
  await vi.advanceTimersByTimeAsync(15_000);
  const calls = Array.from({ length: 50 }, () => failureOf(client.get(quote, body)));
  const errors = await settle(Promise.all(calls));
  expect(vendor.requests).toHaveLength(before + 1);
  expect(errors.every(({ kind }) => kind === 'upstream')).toBe(true);
  expect(client.msUntilProbe()).not.toBeNull();
});

test('a probe that succeeds lets the waiting calls through', async () => {
  const client = createClient();
  await openCircuit(client);
  vendor.answerWith(() => ({ body: [] }));
  await vi.advanceTimersByTimeAsync(15_000);
  await settle(Promise.all(Array.from({ length: 50 }, () => client.get(quote, body))));
  expect(client.msUntilProbe()).toBeNull();
});

test('a caller that gives up does not end the shared probe', async () => {
  const client = createClient();
  await openCircuit(client);
  const before = vendor.requests.length;
  let answer: () => void = () => undefined;
  vendor.answerWith(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 500 });
      }),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  const caller = new AbortController();
  const probe = client.get({ ...quote, signal: caller.signal }, body);
  await vendor.received(before + 1);
  const reason = new Error('not wanted any more');
  caller.abort(reason);
  await expect(probe).rejects.toBe(reason);
  answer();
  await passTime(10_000, () => (client.msUntilProbe() ?? 0) <= 4_000);
  expect(client.msUntilProbe()).toBeLessThanOrEqual(4_000);
  expect(vendor.requests).toHaveLength(before + 1);
});

test('an aborted call rejects with the caller’s reason and does not count', async () => {
  vendor.answerWith(() => null);
  const client = createClient();
  const caller = new AbortController();
  const call = client.get({ ...quote, signal: caller.signal }, body);
  await vendor.received(1);
  const reason = new Error('not wanted any more');
  caller.abort(reason);
  await expect(call).rejects.toBe(reason);
  expect(vendor.requests).toHaveLength(1);
});

test('a call that waits in the queue is cancelled at once and never reaches the vendor', async () => {
  vendor.answerWith(() => null);
  const client = createClient();
  const busy = Array.from({ length: 10 }, () => failureOf(client.get(quote, body)));
  await vendor.received(10);
  const caller = new AbortController();
  const waiting = client.get({ ...quote, path: '/unwanted', signal: caller.signal }, body);
  const reason = new Error('not wanted any more');
  caller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  vendor.answerWith(() => ({ status: 404 }));
  await settle(Promise.all(busy));
  expect(vendor.requests).not.toContain('/unwanted');
});

test('a full queue fails at once with an error that says so', async () => {
  vendor.answerWith(() => null);
  const client = createClient();
  const waiting = Array.from({ length: 200 }, () => failureOf(client.get(quote, body)));
  const error = await failureOf(client.get(quote, body));
  expect(error).toMatchObject({
    kind: 'overloaded',
    message: 'FMP AAPL: 200 calls wait already',
    isHeldBack: true,
  });
  vendor.answerWith(() => ({ status: 404 }));
  await settle(Promise.all(waiting));
  await expect(settle(failureOf(client.get(quote, body)))).resolves.toMatchObject({
    kind: 'notFound',
  });
});

test('a call ends at its deadline, however long it waits for others', async () => {
  vendor.answerWith(() => null);
  const client = createClient({ limits: { default: { calls: 100_000, perMs: 60_000 } } });
  const busy = Array.from({ length: 150 }, () => failureOf(client.get(quote, body)));
  await vendor.received(10);
  const late = failureOf(client.get(quote, body));
  await settle(late);
  expect(Date.now() - START_MS).toBeLessThanOrEqual(10_100);
  await settle(Promise.all(busy));
});

test('readers precede background work that has waited longer', async () => {
  const order: string[] = [];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  vendor.answerWith(async ({ url }) => {
    order.push(url.pathname);
    await opened;
    return { body: [] };
  });
  const client = createClient();
  const get = (path: string, priority: 'reader' | 'background') =>
    client.get({ kind: 'history', path, priority }, body);
  const calls = [
    ...Array.from({ length: 12 }, () => get('/background', 'background')),
    get('/reader', 'reader'),
  ];
  await vendor.received(10);
  open();
  await settle(Promise.all(calls));
  expect(order.indexOf('/reader')).toBe(10);
});
