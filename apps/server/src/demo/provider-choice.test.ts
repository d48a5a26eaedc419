import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { answersQuickly, chooseProviders } from './provider-choice.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: 'status' | 'silence'): Promise<string> {
  const server = createServer((_request, response) => {
    if (answer === 'status') response.end('[1]');
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const vendors = (bitfinexRest: string) => ({
  fmpRest: 'https://fmp.example/stable',
  bitfinexRest,
  bitfinexStream: 'wss://bitfinex.example/ws/2',
  tiingoRest: 'https://tiingo.example',
  tiingoStream: 'wss://tiingo.example',
});

test('a provider without its key is simulated, one with it is real, each by itself', async () => {
  const config = readConfig({ FMP_API_KEY: 'key' });
  const choice = await chooseProviders(config, vendors(await listen('status')));
  expect(choice.FMP).toEqual({
    restUrl: 'https://fmp.example/stable',
    apiKey: 'key',
    isSimulated: false,
  });
  expect(choice.Tiingo).toBe('simulate');
  expect(choice.BVG).toBe('simulate');
});

test('Bitfinex is used for real where its public interface answers', async () => {
  const url = await listen('status');
  const choice = await chooseProviders(readConfig({}), vendors(url));
  expect(choice.Bitfinex).toMatchObject({ restUrl: url, isSimulated: false });
});

test('Bitfinex is simulated where nothing answers within two seconds', async () => {
  const url = await listen('silence');
  const startedAt = performance.now();
  // The timers of a busy machine are late: one of two seconds beside it is so too.
  const twoSeconds = setTimeout(2_000).then(() => performance.now() - startedAt);
  const choice = await chooseProviders(readConfig({}), vendors(url));
  const tookMs = performance.now() - startedAt;
  expect(choice.Bitfinex).toBe('simulate');
  expect(tookMs).toBeLessThan(1.5 * (await twoSeconds));
});

test('Bitfinex at an address that was given is never simulated, though nothing answers there', async () => {
  const config = readConfig({ BITFINEX_REST_URL: 'http://127.0.0.1:1' });
  const choice = await chooseProviders(config, vendors('http://127.0.0.1:1'));
  expect(choice.Bitfinex).toMatchObject({ restUrl: 'http://127.0.0.1:1', isSimulated: false });
});

test('a refused connection is no answer', async () => {
  expect(await answersQuickly('http://127.0.0.1:1/v2/platform/status')).toBe(false);
});

test('SIMULATE takes a provider out although its key is there', async () => {
  const config = readConfig({ FMP_API_KEY: 'key', SIMULATE: 'fmp,bitfinex' });
  const choice = await chooseProviders(config, vendors('http://127.0.0.1:1'));
  expect(choice.FMP).toBe('simulate');
  expect(choice.Bitfinex).toBe('simulate');
});
