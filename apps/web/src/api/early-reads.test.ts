import { getSymbol } from '@moneytrail/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addressOf } from './address.ts';
import { beginRead, earlyMomentMs, LONGEST_EARLY_MS } from './early-reads.ts';
import { request } from './request.ts';

const TOKEN = 'a.b.c';
/** A symbol of this test alone: tests of other files may have left requests under way. */
const QUERY = { symbol: 'FMP:READ-EARLY-BY-THIS-TEST' };
const ADDRESS = addressOf(getSymbol.path, {}, QUERY);
const read = (options: { token?: string; signal?: AbortSignal } = {}) =>
  request(getSymbol, { query: QUERY }, { token: TOKEN, ...options });

let asked: { signal: AbortSignal; authorization: string | null }[];
let answer: () => Promise<Response>;

beforeEach(() => {
  asked = [];
  answer = async () => Response.json({ status: 'ok' });
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address !== ADDRESS) return new Promise(() => {});
    const authorization = new Headers(init.headers).get('authorization');
    if (init.signal) asked.push({ signal: init.signal, authorization });
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is taken over by the same request, once', async () => {
  beginRead(ADDRESS, TOKEN);
  expect(asked).toMatchObject([{ authorization: `Bearer ${TOKEN}` }]);
  await read();
  expect(asked).toHaveLength(1);
  await read();
  expect(asked).toHaveLength(2);
});

it('is read to its end before it is taken over', async () => {
  let readToEnd = false;
  const source: UnderlyingDefaultSource = {
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"status":"ok"}'));
      controller.close();
      readToEnd = true;
    },
  };
  // Nothing is taken from its source before somebody reads it.
  const body = new ReadableStream(source, { highWaterMark: 0 });
  answer = async () => new Response(body, { headers: { 'x-request-id': 'r' } });
  beginRead(ADDRESS, TOKEN);
  await expect.poll(() => readToEnd).toBe(true);
  expect(await read()).toEqual({ status: 'ok' });
});

it('fails like any other request where its body is not JSON', async () => {
  answer = async () => new Response('<h1>Forbidden</h1>', { status: 403 });
  beginRead(ADDRESS, TOKEN);
  await expect(read()).rejects.toMatchObject({ status: 403, code: 'HTTP_403' });
});

it('is not given to another token', async () => {
  beginRead(ADDRESS, TOKEN);
  await read({ token: 'd.e.f' });
  expect(asked.map(({ authorization }) => authorization)).toEqual([
    `Bearer ${TOKEN}`,
    'Bearer d.e.f',
  ]);
});

it('is repeated where the application took too long', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  beginRead(ADDRESS, TOKEN);
  vi.setSystemTime(Date.now() + LONGEST_EARLY_MS + 1);
  await read();
  expect(asked).toHaveLength(2);
});

it('gives its moment to a request in the next minute, unless another clock tells a different time', async () => {
  const path = getSymbol.path;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T09:30:58Z') });
  beginRead(ADDRESS, TOKEN);
  const beganMs = Date.now();
  expect(earlyMomentMs(path, beganMs + 4_000)).toBe(beganMs);
  for (const nowMs of [beganMs - 1, beganMs + LONGEST_EARLY_MS]) {
    expect(earlyMomentMs(path, nowMs)).toBe(nowMs);
  }
  expect(earlyMomentMs('/api/other', beganMs + 4_000)).toBe(beganMs + 4_000);
  await read();
  expect(earlyMomentMs(path, beganMs + 4_000)).toBe(beganMs + 4_000);
});

it('fails like a request made now', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  beginRead(ADDRESS, TOKEN);
  await expect(read()).rejects.toMatchObject({ code: 'NO_RESPONSE' });
});

it('is aborted by the signal of its request', async () => {
  const leaving = new AbortController();
  answer = () =>
    new Promise((_, fail) => {
      const { signal } = asked[0] ?? {};
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  beginRead(ADDRESS, TOKEN);
  const reading = expect(read({ signal: leaving.signal })).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await reading;
});
