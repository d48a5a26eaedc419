import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { ChunkError } from '../chunks/chunk-codec.ts';
import { barsOf, columnsOf } from '../columns/bar-columns.ts';
import { barsAt } from '../testing/make-bars.ts';
import { openStoreWorld } from '../testing/store-world.ts';
import { createTestFeeds } from '../testing/test-feeds.ts';
import { createChunkReader } from './chunks.ts';
import { forgetHistory } from './forget-history.ts';
import { seriesColumns } from './series.ts';
import { writeBars } from './write-bars.ts';

const MINUTE = 60_000;
const START = Date.parse('2024-03-01T23:00:00Z');
const bars = barsAt(Array.from({ length: 180 }, (_, index) => START + index * MINUTE));
const [FROM, TO] = [Date.parse('2024-03-01'), Date.parse('2024-03-03')];
const DAMAGED = Buffer.of(0);

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const { db, newSeries } = openStoreWorld(kind);

  test('a chunk that was just written is not read back, until another process changes it', async () => {
    const key = newSeries();
    const reader = createChunkReader({ db: db() });
    const read = async () => {
      const chunks = await reader.read(key, FROM, TO);
      return chunks.flatMap(({ columns }) => barsOf(columns));
    };
    const write = { key, coverage: null, trust: 'trusted' } as const;
    const { chunks } = await writeBars(db(), { ...write, columns: columnsOf(bars) });
    reader.keep(key, chunks);
    const ofSeries = db()
      .updateTable('bar_chunks')
      .where((where) => where.and(seriesColumns(key)));
    await ofSeries.set({ data: DAMAGED }).execute();
    expect(await read()).toEqual(bars);
    await ofSeries.set((set) => ({ version: set('version', '+', 1) })).execute();
    await expect(read()).rejects.toThrow(ChunkError);
  });

  test('bars stored after a split are read, even if those before it are cached', async () => {
    const key = newSeries();
    const reader = createChunkReader({ db: db() });
    const closes = async () => {
      const chunks = await reader.read(key, FROM, TO);
      return chunks.flatMap(({ columns }) => barsOf(columns).map(({ close }) => close));
    };
    const write = { key, coverage: null, trust: 'trusted' } as const;
    await writeBars(db(), { ...write, columns: columnsOf(bars) });
    const before = await closes();
    const feeds = { ...createTestFeeds(), FMP: { isSimulated: key.isSimulated } };
    await forgetHistory({ db: db(), feeds }, { id: key.instrumentId, exchange: 'FMP' });
    const halved = bars.map((bar) => ({ ...bar, close: bar.close / 2 }));
    await writeBars(db(), { ...write, columns: columnsOf(halved) });
    expect(await closes()).toEqual(before.map((close) => close / 2));
    await forgetHistory({ db: db(), feeds }, { id: key.instrumentId, exchange: 'FMP' });
    expect(await closes()).toEqual([]);
  });

  test('bars merged into stored ones are returned merged', async () => {
    const key = newSeries();
    const reader = createChunkReader({ db: db() });
    const write = { key, coverage: null, trust: 'trusted' } as const;
    for (const given of [bars.slice(0, 100), bars.slice(90), bars.slice(20, 30)]) {
      const { chunks } = await writeBars(db(), { ...write, columns: columnsOf(given) });
      reader.keep(key, chunks);
    }
    const kept = await reader.read(key, FROM, TO);
    expect(kept.flatMap(({ columns }) => barsOf(columns))).toEqual(bars);
  });
});
