import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { openSessionOf } from '../../../conformance/testing/people.ts';
import { createContext } from '../../../context.ts';
import { createTestPlace, type TestPlace, USUAL_KINDS } from '../../../db/testing/test-database.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Call = (
  method: Method,
  path: string,
  body?: object,
) => Promise<{ status: number; body: Record<string, unknown> }>;

const KILLED_AT = ['POST', 'PUT'] as const;
const CASES = USUAL_KINDS.flatMap((kind) => KILLED_AT.map((method) => [kind, method] as const));

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: '{"a":1}' };
const served = z.object({ address: z.string(), token: z.string(), userId: z.string() });

/** A server in its own process, killed at the first answer to a save of a method. */
async function serveUntilKilled({ databaseUrl, dataDir }: TestPlace, method: Method) {
  const child = fork(new URL('../testing/served-process.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl ?? '',
      DATA_DIR: dataDir,
      KILLED_AT: method,
    },
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const [told] = await once(child, 'message');
  const { address, token, userId } = served.parse(told);
  const call: Call = async (how, path, body) => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: how,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  return { call, userId, exited };
}

/** The next server on the same database, in this process. */
async function serveAgain({ databaseUrl, dataDir }: TestPlace, userId: string): Promise<Call> {
  const place = {
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  const settings = { SIMULATE: 'all', PORT: '0', LOG_LEVEL: 'fatal' };
  const context = await createContext(readConfig({ ...place, ...settings }));
  const app = await buildApp(context, { webFolder: null });
  onTestFinished(async () => {
    await app.close();
    await context.close();
  });
  const { token } = await openSessionOf({ context }, userId);
  return async (method, path, body) => {
    const answer = await app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}

test.each(CASES)(
  'on %s a server that is killed between a %s and its answer loses nothing, and the repeated save makes nothing twice',
  async (kind, killedAt) => {
    const place = await createTestPlace(kind);
    onTestFinished(place.drop);
    const created = { key: randomUUID(), ...DATA };
    const changed = { ...DATA, content: '{"a":2}', baseRevision: 1 };
    const isCreated = killedAt === 'POST';
    const first = await serveUntilKilled(place, killedAt);
    const idOf = async (call: Call) => {
      const { layouts } = z
        .object({ layouts: z.array(z.object({ id: z.number() })) })
        .parse((await call('GET', 'layouts')).body);
      expect(layouts).toHaveLength(1);
      return layouts[0]?.id;
    };
    const save = async (call: Call) =>
      isCreated
        ? call('POST', 'layouts', created)
        : call('PUT', `layouts/${await idOf(call)}`, changed);
    if (!isCreated) await first.call('POST', 'layouts', created);
    await expect(save(first.call)).rejects.toThrow('fetch failed');
    await first.exited;

    const second = await serveAgain(place, first.userId);
    const id = await idOf(second);
    const { content } = isCreated ? created : changed;
    const revision = isCreated ? 1 : 2;
    expect((await second('GET', `layouts/${id}`)).body).toMatchObject({ content, revision });
    expect(await save(second)).toMatchObject({ status: 200, body: { revision } });
    expect(await idOf(second)).toBe(id);
    expect((await second('GET', `layouts/${id}`)).body).toMatchObject({ content, revision });
  },
);
