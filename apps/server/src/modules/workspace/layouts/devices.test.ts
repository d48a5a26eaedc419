import { randomUUID } from 'node:crypto';
import { createStreamTicket } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNats } from '../../../bus/testing/find-nats.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { ANY_KIND } from '../../../db/testing/test-database.ts';
import { eventually } from '../../live/testing/eventually.ts';
import { openStream, type StreamClient } from '../../live/testing/stream-client.ts';
import { type Person, signIn } from '../testing/workspace-client.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: '{"a":1}' };

describe('another device', () => {
  let world: AppWorld;
  let addresses: string[];
  beforeAll(async () => {
    world = await startApp(ANY_KIND, { environment: { NATS_URL: await findNats() } });
    const replica = await world.startReplica();
    const listen = { host: '127.0.0.1', port: 0 };
    addresses = [await world.app.listen(listen), await replica.listen(listen)];
  });
  afterAll(() => world.close());

  async function openOn(address: string, { token }: Person): Promise<StreamClient> {
    const answer = await fetch(`${address}${createStreamTicket.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    return openStream(address, createStreamTicket.response.parse(await answer.json()).ticket);
  }
  const told = ({ messages }: StreamClient) => messages.filter(({ type }) => type === 'layout');

  test('gets every save and removal within five seconds, in any process, and only its owner does', async () => {
    const [ana, ben] = [await signIn(world), await signIn(world)];
    const own = await Promise.all(addresses.map((address) => openOn(address, ana)));
    const others = await Promise.all(addresses.map((address) => openOn(address, ben)));
    for (const stream of [...own, ...others]) {
      await eventually(() => expect(stream.messages.map(({ type }) => type)).toContain('rights'));
    }
    const within = (expected: unknown[]) => async () => {
      const startedAt = performance.now();
      for (const stream of own) {
        await eventually(() => expect(told(stream).slice(-expected.length)).toEqual(expected));
      }
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    };
    const { id } = (await ana.own('POST', 'layouts', { key: randomUUID(), ...DATA })).body;
    await within([{ type: 'layout', id, revision: 1 }])();
    await ana.own('PUT', `layouts/${id}`, { baseRevision: 1, ...DATA, content: '2' });
    await within([{ type: 'layout', id, revision: 2 }])();
    // Charts of other charting clients are not announced.
    await ana.storage('POST', 'charts', { fields: DATA });
    await ana.own('PUT', `layouts/${id}`, { baseRevision: 2, ...DATA, content: '3' });
    await within([{ type: 'layout', id, revision: 3 }])();
    await ana.own('DELETE', `layouts/${id}`);
    await within([{ type: 'layout', id, revision: null }])();
    for (const stream of own) expect(told(stream)).toHaveLength(4);
    for (const stream of others) expect(told(stream)).toEqual([]);
  });
});
