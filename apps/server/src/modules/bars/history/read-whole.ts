import type { Instrument } from '../../catalogue/index.ts';
import type { Failure, Filler } from '../fill/filler.ts';
import type { Chunk, ChunkReader } from '../store/chunk-reader.ts';
import type { Span } from '../store/coverage.ts';
import type { SeriesKey } from '../store/series.ts';

export type WholeDeps = { reader: ChunkReader; filler: Filler };

/** The chunks of a span that begins with one; where the feed had to be asked for some of it, as they are afterwards. */
export async function readWhole(
  { filler, reader }: WholeDeps,
  instrument: Instrument,
  key: SeriesKey,
  span: Span,
): Promise<{ chunks: Chunk[]; failures: readonly Failure[] }> {
  const read = () => reader.read(key, span.fromMs, span.toMs - 1);
  await filler.landed(instrument, key.resolution);
  const stored = await read();
  const { isAsked, failures } = await filler.fill(instrument, key.resolution, span, stored);
  return { chunks: isAsked ? await read() : stored, failures };
}
