import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openDatabase } from '../../db/index.ts';
import { createTestPlace, silentLog } from '../../db/testing/test-database.ts';
import { timeAt } from './columns/bar-columns.ts';
import { readStoredBars } from './stored-bars.ts';

const MINUTE = 60_000;
const KILLS = process.env.TEST_LONG === 'true' ? 2 : 1;

/** Kills a process while it stores bars; answers how many bars it had acknowledged. */
async function ingestUntilKilled(dataDir: string, startMs: number, most: number): Promise<number> {
  const script = new URL('./testing/ingest-process.ts', import.meta.url);
  const child = fork(script, [dataDir, String(startMs)]);
  let acknowledged = 0;
  child.on('message', (count) => {
    acknowledged = Number(count);
    if (acknowledged === most) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return acknowledged;
}

test('after kill -9 in mid-ingest the embedded database opens again with every bar that was acknowledged', async () => {
  const { dataDir, drop } = await createTestPlace('pglite');
  let startMs = Date.parse('2024-03-01T22:00:00Z');
  for (let kill = 0; kill < KILLS; kill++) {
    const acknowledged = await ingestUntilKilled(dataDir, startMs, 40 + kill * 37);
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir, log: silentLog });
    const span = { fromMs: startMs, toMs: Number.MAX_SAFE_INTEGER };
    const stored = await readStoredBars(db, {
      instrumentId: 1,
      resolution: '1',
      isSimulated: false,
      ...span,
    });
    const times: number[] = [];
    for await (const piece of stored.pieces) {
      for (let i = 0; i < piece.length; i++) times.push(timeAt(piece, i));
    }
    await close();
    expect(times.length).toBeGreaterThanOrEqual(acknowledged);
    expect(times).toEqual(times.map((_, index) => startMs + (index + 1) * MINUTE));
    startMs += 10_000 * MINUTE;
  }
  await drop();
});
