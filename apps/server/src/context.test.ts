import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { ANY_KIND, createTestPlace } from './db/testing/test-database.ts';

async function open() {
  const { drop, databaseUrl, dataDir } = await createTestPlace(ANY_KIND);
  onTestFinished(drop);
  const place = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir };
  return createContext(readConfig({ ...place, SIMULATE: 'all', LOG_LEVEL: 'silent', PORT: '0' }));
}

test('closed twice at once, as where an exception comes while the process stops, everything is closed once', async () => {
  const context = await open();
  const closed: string[] = [];
  for (const simulator of Object.values(context.simulators)) {
    const { close, exchange } = simulator;
    simulator.close = () => {
      closed.push(exchange);
      return close();
    };
  }
  await Promise.all([context.close(), context.close()]);
  expect(closed.toSorted()).toEqual(Object.keys(context.simulators).toSorted());
});

test('a failing close does not keep the others open', async () => {
  const context = await open();
  const stuck = () => Promise.reject(new Error('it is stuck'));
  for (const simulator of Object.values(context.simulators)) {
    const { close } = simulator;
    onTestFinished(close);
    simulator.close = stuck;
  }
  await expect(context.close()).rejects.toThrow('it is stuck');
  await expect(sql`select 1`.execute(context.db)).rejects.toThrow();
});
