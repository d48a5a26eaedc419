import { intersection, isEmptySpan, type Span } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import { chunkEndOf, chunkStartOf } from '../chunks/chunk-calendar.ts';
import { decodeChunk, encodeChunk } from '../chunks/chunk-codec.ts';
import { type BarColumns, barsBetween, NO_BARS, timeAt } from '../columns/bar-columns.ts';
import { readHeads, readRows } from './chunks.ts';
import { emptyChunks } from './forget-history.ts';
import { lockSeries, type SeriesKey } from './series.ts';
import { writeBarsWithin } from './write-bars.ts';

/**
 * Replaces all bars of a series, each chunk in a transaction of its own; an equal chunk stays untouched, so that a
 * replacement that was interrupted is completed by repeating it.
 */
export async function replaceSeries(
  db: Db,
  key: SeriesKey,
  { columns, imports }: { columns: BarColumns; imports: readonly Span[] },
): Promise<void> {
  const { resolution } = key;
  const heads = await readHeads(db, key, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const starts = new Set(heads.map(({ startMs }) => startMs));
  for (let i = 0; i < columns.length; i++) starts.add(chunkStartOf(resolution, timeAt(columns, i)));
  for (const fromMs of starts) {
    const chunk = { fromMs, toMs: chunkEndOf(resolution, fromMs) };
    const wanted = barsBetween(columns, chunk.fromMs, chunk.toMs);
    await db.transaction().execute(async (transaction) => {
      await lockSeries(transaction, key);
      const [row] = await readRows(transaction, key, [fromMs]);
      const stored = row ? decodeChunk(row.data) : NO_BARS;
      if (encodeChunk(stored).equals(encodeChunk(wanted))) return;
      await emptyChunks(transaction, key, [fromMs]);
      const write = { key, columns: wanted, coverage: null, trust: 'trusted' } as const;
      await writeBarsWithin(transaction, write);
      for (const span of imports) {
        const coverage = intersection(span, chunk);
        if (isEmptySpan(coverage)) continue;
        await writeBarsWithin(transaction, { ...write, columns: NO_BARS, coverage });
      }
    });
  }
}
