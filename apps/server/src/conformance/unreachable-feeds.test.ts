import { type AddressInfo, createServer } from 'node:net';
import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import { getHistory, historyAnswer, historyError } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Text in a vendor's answers that must not be disclosed. */
const FOREIGN_TEXT = 'upstream pool vendor-db-7 exhausted';
/** Details from sockets, resolvers and vendors' answers, besides that text. */
const FOREIGN = /ECONN|ENOTFOUND|\b127\.0\.0\.1\b|localhost|https?:|HTTP \d|fetch failed|socket/i;

/** A port of this machine that refuses connections. */
async function refusingPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // Listening on an address, not on a pipe.
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A host that answers every request with a fixed text. */
async function startTalkingHost() {
  const body = `{"error":"${FOREIGN_TEXT}"}`;
  const head = 'HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\nconnection: close';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // Listening on an address, not on a pipe.
  const close = () => new Promise((resolve) => server.close(resolve));
  return { port, close };
}

const days = (count: number) => {
  const toTs = Math.floor(Date.now() / SECOND_MS);
  return { fromTs: String(toTs - (count * DAY_MS) / SECOND_MS), toTs: String(toTs) };
};
const BITCOIN = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' };
const askHistory = ({ app }: AppWorld, count: number) =>
  app.inject({ url: getHistory.path, query: { ...BITCOIN, ...days(count) } });

/** Answers name the feed without its host; the log has the cause. */
function expectSilence(world: AppWorld, text: string, port: number, cause: string): void {
  expect(text).toMatch(/^FMP /);
  expect(text).not.toMatch(FOREIGN);
  expect(text).not.toContain(String(port));
  expect(text).not.toContain(FOREIGN_TEXT);
  const told = world.logged.filter((line) => line.includes('could not be read from the feed'));
  expect(told.join('\n')).toContain(cause);
  expect(told.join('\n')).toContain('FMP:BTC');
}

describe('C56: a visitor who asks for prices of a feed', () => {
  let refusing: number;
  let host: Awaited<ReturnType<typeof startTalkingHost>>;
  const worlds: AppWorld[] = [];
  const startAt = async (port: number) => {
    const own = { SIMULATE: '', FMP_API_KEY: 'own-key', FMP_REST_URL: `http://127.0.0.1:${port}` };
    const world = await startApp(ANY_KIND, { environment: own });
    worlds.push(world);
    return world;
  };
  beforeAll(async () => {
    [refusing, host] = await Promise.all([refusingPort(), startTalkingHost()]);
  });
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
    await host.close();
  });

  test('that refuses connections gets its name, but neither host nor port', async () => {
    const world = await startAt(refusing);
    const answer = await askHistory(world, 10);
    expect(answer.statusCode).toBe(503);
    const { code, Message } = historyError.parse(answer.json());
    expect(code).toBe('FEED_UNAVAILABLE');
    expectSilence(world, Message, refusing, 'ECONNREFUSED');
  });

  test('that answers with other text gets its name, but nothing of the text', async () => {
    const world = await startAt(host.port);
    const answer = await askHistory(world, 10);
    expect(answer.statusCode).toBe(503);
    expectSilence(world, historyError.parse(answer.json()).Message, host.port, FOREIGN_TEXT);
  });

  test('that has become unreachable gets stored prices, and only its name', async () => {
    const world = await startApp(ANY_KIND);
    worlds.push(world);
    expect((await askHistory(world, 10)).statusCode).toBe(200);
    const { FMP } = world.context.simulators;
    if (!FMP) throw new Error('FMP is simulated');
    await FMP.close();
    world.addMs(2 * DAY_MS);
    const answer = await askHistory(world, 9);
    const { Warning = '' } = historyAnswer.parse(answer.json());
    expectSilence(world, Warning, Number(new URL(FMP.restUrl).port), 'ECONN');
  });
});
