import { afterEach, expect, test, vi } from 'vitest';
import { type BodyReader, createBodyReader } from './body-reader.ts';

const readers: BodyReader[] = [];
afterEach(() => Promise.all(readers.splice(0).map(({ close }) => close())));

function create() {
  const charged: Record<string, number> = {};
  const reader = createBodyReader({
    charge: (caller, ms) => {
      charged[caller] = (charged[caller] ?? 0) + ms;
    },
  });
  readers.push(reader);
  return { reader, charged };
}

const LARGE = 1_000_000;
const json = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) });

test.each([10, LARGE])(
  'a body with a text of %d characters is read, and paid for',
  async (length) => {
    const { reader, charged } = create();
    const value = { text: 'é'.repeat(length), list: [1, null, true] };
    expect(await reader.read('ana', 'json', json(value))).toEqual(value);
    const form = {
      body: Buffer.from(`a=${'b'.repeat(length)}`),
      type: 'application/x-www-form-urlencoded',
    };
    expect(await reader.read('ben', 'form', form)).toEqual({ a: 'b'.repeat(length) });
    expect(Object.keys(charged)).toEqual(['ana', 'ben']);
  },
);

test.each([10, LARGE])('an invalid body of %d bytes is 400, and paid for too', async (length) => {
  const { reader, charged } = create();
  const body = Buffer.from('{'.repeat(length));
  await expect(reader.read('ana', 'json', { body })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(charged.ana).toBeGreaterThan(0);
});

test('the serving thread goes on while large bodies are parsed', async () => {
  const { reader } = create();
  const large = { body: Buffer.from(`["${'\\u0041'.repeat(LARGE)}"]`) };
  let isRead = false;
  const reading = reader.read('ana', 'json', large).then(() => {
    isRead = true;
  });
  const read = await reader.read('ben', 'json', json({ small: true }));
  expect([read, isRead]).toEqual([{ small: true }, false]);
  await reading;
});

test('large bodies of one caller wait for each other, and no other caller waits for all of them', async () => {
  const { reader } = create();
  const order: string[] = [];
  const read = async (caller: string) => {
    await reader.read(caller, 'json', json(caller.repeat(LARGE)));
    order.push(caller);
  };
  const greedy = Array.from({ length: 8 }, () => read('ana'));
  await Promise.all([...greedy, read('ben')]);
  expect(order.indexOf('ben')).toBeLessThan(3);
  const flood = Array.from({ length: 20 }, () =>
    reader.read('ana', 'json', json('a'.repeat(LARGE))),
  );
  const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(11);
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } });
});

test('after its thread has ended, the next large body starts another one', async () => {
  const { reader } = create();
  const value = 'a'.repeat(LARGE);
  expect(await reader.read('ana', 'json', json(value))).toBe(value);
  await reader.close();
  expect(await reader.read('ana', 'json', json(value))).toBe(value);
});

test('a large body that comes while the idle thread ends is read by a new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { reader } = create();
    const value = { text: 'a'.repeat(LARGE) };
    expect(await reader.read('ana', 'json', json(value))).toEqual(value);
    vi.advanceTimersByTime(60_000);
    expect(await reader.read('ana', 'json', json(value))).toEqual(value);
  } finally {
    vi.useRealTimers();
  }
});
