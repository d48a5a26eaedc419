import type { Bar } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../../db/index.ts';
import { DATABASE_KINDS, openTestDatabase } from '../../../db/testing/test-database.ts';
import { type BarColumns, barAt, columnsOf, concatColumns } from '../columns/bar-columns.ts';
import { readStoredBars } from '../stored-bars.ts';
import { barsAt } from '../testing/make-bars.ts';
import { insertMany } from '../testing/many-instruments.ts';
import { readQuarantinedBar } from './quarantine.ts';
import type { SeriesKey } from './series.ts';
import { type Trust, writeBars } from './write-bars.ts';

const MINUTE = 60_000;
const START = Date.parse('2024-03-01T12:00:00Z');
const bars = barsAt(Array.from({ length: 101 }, (_, index) => START + index * MINUTE));
const before = bars.slice(0, 100);
const [last] = bars.slice(100);
if (!last) throw new Error('there are bars');
const leapTo = (factor: number): Bar => ({ ...last, high: last.open * factor });

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;
  const instrumentIds: number[] = [];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const instruments = await insertMany(database, 40, 'crypto');
    instrumentIds.push(...instruments.map(({ id }) => id));
  });
  afterAll(() => database.close());

  const newSeries = (): SeriesKey => {
    const instrumentId = instrumentIds.pop() ?? 0;
    return { instrumentId, resolution: '1', isSimulated: false };
  };
  const write = (key: SeriesKey, given: readonly Bar[], trust: Trust = 'filtered') =>
    writeBars(database.db, { key, columns: columnsOf(given), coverage: null, trust });

  async function stored(key: SeriesKey): Promise<Bar[]> {
    const span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const { pieces } = await readStoredBars(database.db, { ...key, ...span });
    const read: BarColumns[] = [];
    for await (const piece of pieces) read.push(piece);
    const columns = concatColumns(read);
    return Array.from({ length: columns.length }, (_, index) => barAt(columns, index));
  }

  test('C60: an outlier that an operator imports is stored as it is, and leaves the quarantine', async () => {
    const key = newSeries();
    const leap = leapTo(9);
    await write(key, [...before, leap]);
    expect(await readQuarantinedBar(database.db, key, leap.time)).toEqual(leap);
    await write(key, [leap], 'trusted');
    expect(await stored(key)).toEqual([...before, leap]);
    expect(await readQuarantinedBar(database.db, key, leap.time)).toBeNull();
  });

  test('C60: a quarantined bar that was changed meanwhile is not accepted as it was', async () => {
    const key = newSeries();
    await write(key, [...before, leapTo(9)]);
    await write(key, [leapTo(10)]);
    await write(key, [leapTo(9)], 'corroborated');
    expect(await stored(key)).toEqual(before);
    await write(key, [leapTo(10)], 'corroborated');
    expect(await stored(key)).toEqual([...before, leapTo(10)]);
  });
});
