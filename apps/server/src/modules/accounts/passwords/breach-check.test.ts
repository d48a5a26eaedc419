import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBreachCheck } from './passwords.ts';

// SHA-1 of `Gr1ffin-Rock`.
const [PREFIX, REST] = ['FE3F3', 'A22DB7AA49C63D8938E0901C967D8343247'];
let answer: (path: string) => { status: number; text: string };
let server: Server;
let url: string;
const asked: string[] = [];
const logged: string[] = [];
const keep = (_detail: object, message: string) => {
  logged.push(message);
};
const log = { info: keep, warn: keep, error: keep };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, text } = answer(request.url ?? '');
    if (status === 0) return;
    response.writeHead(status).end(text);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/range`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  logged.length = 0;
});

test('C3: a password from a leak is known by its hash, of which the service sees five signs', async () => {
  answer = () => ({ status: 200, text: `${'0'.repeat(35)}:3\r\n${REST}:7\r\n` });
  expect(await createBreachCheck({ log }, url)('Gr1ffin-Rock')).toBe(true);
  expect(asked).toEqual([`/range/${PREFIX}`]);
});

test('C3: padding lines are no leak', async () => {
  answer = () => ({ status: 200, text: `${REST}:0\r\n` });
  expect(await createBreachCheck({ log }, url)('Gr1ffin-Rock')).toBe(false);
  expect(logged).toEqual([]);
});

test.each([500, 0])(
  'C3: a service that answers %i accepts the password and is logged',
  async (status) => {
    answer = () => ({ status, text: '' });
    expect(await createBreachCheck({ log }, url)('Gr1ffin-Rock')).toBe(false);
    expect(logged).toHaveLength(1);
  },
);

test('without a service no request is made', async () => {
  expect(await createBreachCheck({ log }, null)('Gr1ffin-Rock')).toBe(false);
  expect(asked).toEqual([]);
});
