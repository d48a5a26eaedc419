import { afterEach, expect, test, vi } from 'vitest';
import { connect } from './connection.ts';
import { createLiveStream } from './live-stream.ts';

afterEach(() => vi.unstubAllGlobals());

test('requests that are refused together ask for one new token', async () => {
  let made = 0;
  const getToken = vi.fn(async () => `token ${++made}`);
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    const isOld = new Headers(headers).get('authorization') === 'Bearer token 1';
    return new Response('{}', isOld ? { status: 401, headers: { 'www-authenticate': 'x' } } : {});
  });
  const connection = connect({ getToken });
  await Promise.all(Array.from({ length: 5 }, () => connection.get('/api/udf/config')));
  expect(getToken).toHaveBeenCalledTimes(2);
});

test('a stream whose last listener leaves while it opens is not opened', async () => {
  const sockets: string[] = [];
  class FakeSocket {
    static OPEN = 1;
    constructor(address: string) {
      sockets.push(address);
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket);
  let give: (address: string) => void = () => {};
  const asked = new Promise<string>((done) => {
    give = done;
  });
  const connection = { openStreamAddress: () => asked } as ReturnType<typeof connect>;
  const stream = createLiveStream(connection);
  const listener = { onBar: () => {}, onGap: () => {}, onRefused: () => {} };
  stream.subscribe('one', { symbol: 'FMP:BTCUSD', resolution: '1', ...listener });
  stream.unsubscribe('one');
  give('ws://127.0.0.1/api/stream?ticket=x');
  await asked;
  await new Promise((done) => setTimeout(done, 0));
  expect(sockets).toEqual([]);
});
