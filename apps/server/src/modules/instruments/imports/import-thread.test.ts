import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@moneytrail/calendar';
import { IMPORT_PART_BYTES, type ImportRequest } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/index.ts';
import { createTestPlace, DATABASE_KINDS, silentLog } from '../../../db/testing/test-database.ts';
import { importInThread } from './run-import.ts';
import { changeFile, deleteFile, insertFile, readFile, writePart } from './store.ts';

const REQUEST: ImportRequest = {
  code: 'THREAD',
  description: 'Thread',
  type: 'crypto',
  marketHours: 'crypto',
  access: 'signedIn',
};
const BARS = 12_000;
const START_MS = Date.UTC(2024, 0, 1);

test.each(DATABASE_KINDS)(
  'on %s a file is read and stored in a thread, which stops when it is told to and tells its errors',
  async (kind) => {
    const place = await createTestPlace(kind);
    onTestFinished(place.drop);
    const { db, share, close } = await openDatabase({ ...place, log: silentLog });
    onTestFinished(close);
    const { execute } = importInThread({ shareDatabase: share, log: silentLog });
    const { signal } = new AbortController();
    const id = randomUUID();
    const rows = Array.from(
      { length: BARS },
      (_, i) => `${(START_MS + i * MINUTE_MS) / 1_000},2000.125,2001.5,1999.25,2000.5,10.000001`,
    );
    const bytes = Buffer.from(`time,open,high,low,close,volume\n${rows.join('\n')}\n`);
    await insertFile(db, { id, name: 'a.csv', sizeBytes: bytes.length, nowMs: START_MS });
    for (let part = 0, at = 0; at < bytes.length; part++, at += IMPORT_PART_BYTES) {
      await writePart(db, id, part, bytes.subarray(at, at + IMPORT_PART_BYTES));
    }
    await changeFile(db, id, { state: 'reading', request: REQUEST });
    await expect(execute(id, AbortSignal.abort())).rejects.toThrow('the import was stopped');
    expect((await readFile(db, id))?.state).toBe('reading');
    expect(await execute(id, signal)).toBeNull();
    expect(await readFile(db, id)).toMatchObject({
      state: 'planned',
      outcome: { plan: expect.arrayContaining([`To store: ${BARS} bars of 1 minute`]) },
    });
    await changeFile(db, id, { state: 'storing' });
    expect(await execute(id, signal)).toMatchObject({
      resolution: '1',
      fromMs: START_MS,
      toMs: START_MS + (BARS - 1) * MINUTE_MS + 1,
      outcome: { message: `Stored ${BARS} bars of Imported:THREAD.` },
    });
    await db.deleteFrom('import_file_parts').where('part', '=', 1).execute();
    await expect(execute(id, signal)).rejects.toThrow('parts of the file are missing');
    await deleteFile(db, id);
    expect(await execute(id, signal)).toBeNull();
  },
);
