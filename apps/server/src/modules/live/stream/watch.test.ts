import type { CurrentUser } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { SUBSCRIBED, ticksOf } from '../../../bus/index.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { eventually } from '../testing/eventually.ts';
import { startStreamServer } from '../testing/start-stream-server.ts';
import { fetchTicket, openStream, type StreamClient } from '../testing/stream-client.ts';

/** A fencing token greater than the server's own. */
const NEWEST = Number.MAX_SAFE_INTEGER;
const RETAIL: CurrentUser = {
  ...SUPER_ADMIN,
  _id: 'retail',
  userType: 'retail',
  isSuperAdmin: false,
};
const FREE = 'FMP:BTC/USD';
const PAID = 'FMP:ETH/USD';

const database = useTestDatabase('postgres');

const batches = ({ messages }: StreamClient) =>
  messages.flatMap((message) => (message.type === 'prices' ? [message.rows] : []));
const pricesOf = (client: StreamClient, symbol: string) =>
  batches(client)
    .flat()
    .flatMap((row) => (row.symbol === symbol ? [row.price] : []));

async function start() {
  const server = await startStreamServer(database);
  const idOf = async (symbol: string) => (await server.catalogue.resolve(symbol)).id;
  const ids: Record<string, number> = { [FREE]: await idOf(FREE), [PAID]: await idOf(PAID) };
  const tick = (symbol: string, price: number) =>
    server.bus.publish(ticksOf(ids[symbol] ?? 0), { token: NEWEST, timeMs: Date.now(), price });
  const join = async () => openStream(server.address, await fetchTicket(server.address));
  return { server, ids, tick, join };
}

test('watched prices come once a second, the newest of each instrument', async () => {
  const { tick, join } = await start();
  const client = await join();
  client.send({ type: 'watch', symbols: [FREE, PAID, 'FMP:NOSUCH'] });
  let price = 100;
  const startedMs = performance.now();
  await eventually(() => {
    price += 1;
    tick(FREE, price);
    tick(PAID, price);
    expect(batches(client).length).toBeGreaterThanOrEqual(3);
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  expect(batches(client).length).toBeLessThanOrEqual(seconds + 1);
  await eventually(() => expect(pricesOf(client, FREE).at(-1)).toBe(price));
  expect(batches(client).every((rows) => rows.length <= 2)).toBe(true);
  const before = batches(client).length;
  client.send({ type: 'watch', symbols: [] });
  client.send({ type: 'subscribe', channels: [{ symbol: FREE, resolution: '1' }] });
  await eventually(() => {
    tick(FREE, 500);
    expect(client.lastUpdate()?.quote.price).toBe(500);
  });
  expect(batches(client).length).toBe(before);
});

test('a list that grows keeps its instruments followed', async () => {
  const { server, ids, join } = await start();
  const announced: number[][] = [];
  server.bus.subscribe(SUBSCRIBED, ({ instrumentIds }) => void announced.push(instrumentIds));
  const client = await join();
  client.send({ type: 'watch', symbols: [FREE] });
  client.send({ type: 'watch', symbols: [FREE, PAID] });
  // The other one is not begun anew.
  await eventually(() => expect(announced).toContainEqual([ids[PAID]]));
});

test('a locked instrument has no price, and comes and goes with the right', async () => {
  const { server, tick, join } = await start();
  server.caller = RETAIL;
  server.users.set('retail', RETAIL);
  const client = await join();
  client.send({ type: 'watch', symbols: [FREE, PAID] });
  const tickBoth = (price: number) => {
    tick(FREE, price);
    tick(PAID, price);
  };
  await eventually(() => {
    tickBoth(200);
    expect(pricesOf(client, FREE)).toContain(200);
  });
  expect(pricesOf(client, PAID)).toEqual([]);
  server.users.set('retail', { ...SUPER_ADMIN, _id: 'retail' });
  server.accessChanged('retail');
  await eventually(() => {
    tickBoth(300);
    expect(pricesOf(client, PAID)).toContain(300);
  });
  server.users.set('retail', RETAIL);
  server.accessChanged('retail');
  const rights = () => client.messages.filter(({ type }) => type === 'rights').length;
  await eventually(() => expect(rights()).toBeGreaterThanOrEqual(3));
  const before = pricesOf(client, PAID).length;
  await eventually(() => {
    tickBoth(400);
    expect(pricesOf(client, FREE)).toContain(400);
  });
  expect(pricesOf(client, PAID)).toHaveLength(before);
});
