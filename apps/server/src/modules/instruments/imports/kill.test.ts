import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { MINUTE_MS } from '@moneytrail/calendar';
import { IMPORT_PART_BYTES, IMPORTED, type ImportRequest } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../../db/index.ts';
import {
  createTestPlace,
  silentLog,
  type TestPlace,
  USUAL_KINDS,
} from '../../../db/testing/test-database.ts';
import { readStoredBars } from '../../bars/index.ts';
import { createCatalogue, findInstrument } from '../../catalogue/index.ts';
import { importInThread } from './run-import.ts';
import { changeFile, insertFile, readFile, writePart } from './store.ts';

const REQUEST: ImportRequest = {
  code: 'KILLED',
  description: 'Killed',
  type: 'crypto',
  marketHours: 'crypto',
  access: 'signedIn',
};
/** Several pieces, each of which is stored by itself. */
const BARS = 30_000;
const START_MS = Date.UTC(2024, 0, 1);

async function dropFile(db: Db): Promise<string> {
  const id = randomUUID();
  const rows = Array.from(
    { length: BARS },
    (_, i) => `${(START_MS + i * MINUTE_MS) / 1_000},${1 + i},${2 + i},${1 + i},${1.5 + i},1`,
  );
  const bytes = Buffer.from(`time,open,high,low,close,volume\n${rows.join('\n')}\n`);
  await insertFile(db, { id, name: 'a.csv', sizeBytes: bytes.length, nowMs: START_MS });
  for (let part = 0, at = 0; at < bytes.length; part++, at += IMPORT_PART_BYTES) {
    await writePart(db, id, part, bytes.subarray(at, at + IMPORT_PART_BYTES));
  }
  return id;
}

/** Kills a process that executes an import, in its midst; answers the messages that it sent. */
async function importUntilKilled({ databaseUrl, dataDir }: TestPlace, id: string) {
  const child = fork(new URL('../testing/import-process.ts', import.meta.url), [id], {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir },
  });
  const messages: unknown[] = [];
  child.on('message', (message) => {
    messages.push(message);
    child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return messages;
}

async function storedBars(db: Db, resolution: '1' | '60') {
  const { id = 0 } = (await findInstrument(db, IMPORTED, 'KILLED')) ?? {};
  const span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const key = { instrumentId: id, resolution, isSimulated: false };
  const { pieces } = await readStoredBars(db, { ...key, ...span });
  const bars: [time: number, volume: number | undefined][] = [];
  for await (const { time, volume, length } of pieces) {
    for (let i = 0; i < length; i++) bars.push([time[i] ?? Number.NaN, volume?.[i]]);
  }
  return bars;
}

test.each(USUAL_KINDS)(
  'on %s a file whose worker is killed while it is read or stored is finished by the next run, each bar once',
  async (kind) => {
    const place = await createTestPlace(kind);
    onTestFinished(place.drop);
    const first = await openDatabase({ ...place, log: silentLog });
    const id = await dropFile(first.db);
    await changeFile(first.db, id, { state: 'reading', request: REQUEST });
    await first.close();
    expect(await importUntilKilled(place, id)).toEqual(['under way']);

    const second = await openDatabase({ ...place, log: silentLog });
    expect(await readFile(second.db, id)).toMatchObject({ state: 'reading', outcome: null });
    expect(await findInstrument(second.db, IMPORTED, 'KILLED')).toBeNull();
    const { signal } = new AbortController();
    await importInThread({ shareDatabase: second.share, log: silentLog }).execute(id, signal);
    expect((await readFile(second.db, id))?.state).toBe('planned');
    await changeFile(second.db, id, { state: 'storing' });
    await second.close();
    expect(await importUntilKilled(place, id)).toEqual(['under way']);

    const third = await openDatabase({ ...place, log: silentLog });
    onTestFinished(third.close);
    const { db } = third;
    const left = await storedBars(db, '1');
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(BARS);
    const clock = { now: Date.now };
    const catalogue = await createCatalogue({ db, clock, log: silentLog });
    // Some of its bars would look like all of them.
    expect(catalogue.byName('Imported:KILLED')).toBeUndefined();
    await importInThread({ shareDatabase: third.share, log: silentLog }).execute(id, signal);
    const bars = await storedBars(db, '1');
    expect(bars).toEqual(Array.from({ length: BARS }, (_, i) => [START_MS + i * MINUTE_MS, 1]));
    const hours = await storedBars(db, '60');
    expect(hours).toEqual(
      Array.from({ length: BARS / 60 }, (_, i) => [START_MS + i * 60 * MINUTE_MS, 60]),
    );
    await catalogue.reload();
    expect(catalogue.byName('Imported:KILLED')).toBeDefined();
  },
);
