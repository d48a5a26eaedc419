import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import {
  createTestPlace,
  DATABASE_KINDS,
  type TestPlace,
} from '../../../db/testing/test-database.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: '{"a":1}' };
const served = z.object({ address: z.string(), token: z.string(), userId: z.string() });

async function serve({ databaseUrl, dataDir }: TestPlace, options: Record<string, string>) {
  const child: ChildProcess = fork(new URL('../testing/served-process.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, ...options },
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  const [told] = await once(child, 'message');
  const { address, token, userId } = served.parse(told);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  return { call, userId, exited, kill };
}

test.each(DATABASE_KINDS)(
  'on %s a server that is killed between a save and its answer loses nothing, and the repeated save makes nothing twice',
  async (kind) => {
    const place = await createTestPlace(kind);
    onTestFinished(place.drop);
    const created = { key: randomUUID(), ...DATA };
    const first = await serve(place, { IS_KILLED: 'yes' });
    await expect(first.call('POST', 'layouts', created)).rejects.toThrow('fetch failed');
    await first.exited;
    const USER_ID = first.userId;

    const second = await serve(place, { USER_ID });
    const { layouts } = (await second.call('GET', 'layouts')).body;
    expect(layouts).toHaveLength(1);
    const repeated = await second.call('POST', 'layouts', created);
    const { id } = layouts[0];
    expect(repeated).toMatchObject({ status: 200, body: { id, revision: 1 } });
    await second.kill();

    const saved = { ...DATA, content: '{"a":2}', baseRevision: 1 };
    const third = await serve(place, { USER_ID, IS_KILLED: 'yes' });
    await expect(third.call('PUT', `layouts/${id}`, saved)).rejects.toThrow('fetch failed');
    await third.exited;

    const last = await serve(place, { USER_ID });
    expect(await last.call('PUT', `layouts/${id}`, saved)).toMatchObject({
      status: 200,
      body: { revision: 2 },
    });
    expect((await last.call('GET', 'layouts')).body.layouts).toHaveLength(1);
    expect((await last.call('GET', `layouts/${id}`)).body).toMatchObject({
      content: '{"a":2}',
      revision: 2,
    });
  },
);
