import { createStreamTicket, getAllExchanges, getLiveness } from '@moneytrail/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reachability } from './reachability.ts';
import { request } from './request.ts';

type Asked = { answer: (response: Response) => void; isGivenUp: () => boolean };

let asked: Asked[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    if (address === getLiveness.path) return Promise.reject(new TypeError('Failed to fetch'));
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

async function goAway(): Promise<void> {
  reachability.suspect();
  await vi.waitFor(() => expect(reachability.isReachable.get()).toBe(false), SOON);
}

const untilAsked = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times), SOON);

it('asks at once again for what was under way while the server was away, when it is back', async () => {
  const reading = request(getAllExchanges, {});
  await goAway();
  expect(asked).toHaveLength(1);
  reachability.confirm();
  await untilAsked(2);
  expect(asked[0]?.isGivenUp()).toBe(true);
  asked[1]?.answer(Response.json([]));
  expect(await reading).toEqual([]);
  expect(reachability.isReachable.get()).toBe(true);
});

it('waits on for what may not be made twice', async () => {
  const writing = request(createStreamTicket, {});
  await goAway();
  reachability.confirm();
  asked[0]?.answer(Response.json({ ticket: 'x', expiresAtMs: 0 }));
  expect(await writing).toMatchObject({ ticket: 'x' });
  expect(asked).toHaveLength(1);
});

it('repeats what may be made twice although it writes', async () => {
  const writing = request(createStreamTicket, {}, { isRepeatable: true });
  await goAway();
  reachability.confirm();
  await untilAsked(2);
  asked[1]?.answer(Response.json({ ticket: 'y', expiresAtMs: 0 }));
  expect(await writing).toMatchObject({ ticket: 'y' });
});

it('keeps the answer that tells of the return, and asks again where its end is lost in another outage', async () => {
  const reading = request(getAllExchanges, {});
  await goAway();
  const unfinished = new TransformStream<Uint8Array>();
  asked[0]?.answer(new Response(unfinished.readable));
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

it('ends where its caller leaves, however often the server was away', async () => {
  const gone = new AbortController();
  const reading = request(getAllExchanges, {}, { signal: gone.signal });
  await goAway();
  reachability.confirm();
  await untilAsked(2);
  gone.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
});
