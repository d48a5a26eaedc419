import { createStreamTicket, getLiveness, getSymbol } from '@moneytrail/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addressOf } from './address.ts';
import { reachability } from './reachability.ts';
import { request } from './request.ts';

type Asked = { answer: (response: Response) => void; isGivenUp: () => boolean };

/** A symbol of this test alone: requests that tests of other files left under way are repeated here too. */
const ASKED = { query: { symbol: 'FMP:ASKED-BY-THIS-TEST' } };
const OWN_ADDRESSES = [addressOf(getSymbol.path, {}, ASKED.query), createStreamTicket.path];

let asked: Asked[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    if (address === getLiveness.path) return Promise.reject(new TypeError('Failed to fetch'));
    if (!OWN_ADDRESSES.includes(address)) return new Promise(() => {});
    return new Promise<Response>((answer, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason));
      asked.push({ answer, isGivenUp: () => signal.aborted });
    });
  });
});
afterEach(() => {
  reachability.confirm();
  vi.unstubAllGlobals();
});

const SOON = { timeout: 60_000 };
/** The headers of each answer of the server. */
const OWN = { 'x-request-id': '8f7c2b1e-5d0a-4c39-9e64-1b2a3c4d5e6f' };

async function goAway(): Promise<void> {
  reachability.suspect();
  await vi.waitFor(() => expect(reachability.isReachable.get()).toBe(false), SOON);
}

const untilAsked = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times), SOON);

it('repeats requests that were running during an outage as soon as the server is back', async () => {
  const reading = request(getSymbol, ASKED);
  await goAway();
  expect(asked).toHaveLength(1);
  reachability.confirm();
  await untilAsked(2);
  expect(asked[0]?.isGivenUp()).toBe(true);
  asked[1]?.answer(Response.json([]));
  expect(await reading).toEqual([]);
  expect(reachability.isReachable.get()).toBe(true);
});

it('keeps waiting for a request that must not be repeated', async () => {
  const writing = request(createStreamTicket, {});
  await goAway();
  reachability.confirm();
  asked[0]?.answer(Response.json({ ticket: 'x', expiresAtMs: 0 }));
  expect(await writing).toMatchObject({ ticket: 'x' });
  expect(asked).toHaveLength(1);
});

it('repeats a write that is marked repeatable', async () => {
  const writing = request(createStreamTicket, {}, { isRepeatable: true });
  await goAway();
  reachability.confirm();
  await untilAsked(2);
  asked[1]?.answer(Response.json({ ticket: 'y', expiresAtMs: 0 }));
  expect(await writing).toMatchObject({ ticket: 'y' });
});

it('keeps the answer that proves the return, and repeats it where its end is lost in another outage', async () => {
  const reading = request(getSymbol, ASKED);
  await goAway();
  const unfinished = new TransformStream<Uint8Array>();
  asked[0]?.answer(new Response(unfinished.readable, { headers: OWN }));
  await vi.waitFor(() => expect(reachability.isReachable.get()).toBe(true), SOON);
  expect(asked[0]?.isGivenUp()).toBe(false);
  await goAway();
  reachability.confirm();
  // A stream of a browser fails with the signal of its call.
  await unfinished.writable.abort(new DOMException('', 'AbortError'));
  await untilAsked(2);
  asked[1]?.answer(Response.json([]));
  expect(await reading).toEqual([]);
});

it('ends with its caller’s signal, however often the server was away', async () => {
  const gone = new AbortController();
  const reading = request(getSymbol, ASKED, { signal: gone.signal });
  await goAway();
  reachability.confirm();
  await untilAsked(2);
  gone.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
});

it('treats a proxy’s answer for a dead server as none: the server is away until it answers itself', async () => {
  const answers = { status: 502, headers: {} };
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', answers));
  await expect(request(getSymbol, ASKED)).rejects.toMatchObject({ status: 0 });
  await vi.waitFor(() => expect(reachability.isReachable.get()).toBe(false), SOON);
  answers.headers = OWN;
  await expect(request(getSymbol, ASKED)).rejects.toMatchObject({ status: 502 });
  expect(reachability.isReachable.get()).toBe(true);
});

it.each([413, 429])(
  'takes what a proxy refuses of itself (%i) for a failure, and the server for no less there',
  async (status) => {
    const answers = { status, headers: { 'retry-after': '7' } };
    vi.stubGlobal('fetch', async () => new Response('<h1>Refused</h1>', answers));
    const failure = { status, code: `HTTP_${status}`, retryAfterMs: 7_000 };
    await expect(request(getSymbol, ASKED)).rejects.toMatchObject(failure);
    expect(reachability.isReachable.get()).toBe(true);
  },
);
