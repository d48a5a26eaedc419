import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredResolution } from '@moneytrail/calendar';
import { AppError, type ExchangeName } from '@moneytrail/contract';
import type { ReadyAnswer } from '../../http/route.ts';
import { csvLines, readStoredBars } from '../bars/index.ts';
import { findInstrument } from '../catalogue/index.ts';
import type { InstrumentDeps } from './deps.ts';

const MOST_BARS_A_PART = 20_000;

/** The first part has no `fromMs`. */
type ExportQuery = {
  exchange: ExchangeName;
  symbol: string;
  resolution: StoredResolution;
  fromMs?: number | undefined;
};

/** A text within a JSON string. */
const escaped = (text: string) => Buffer.from(JSON.stringify(text).slice(1, -1));

/**
 * A part of a series as the JSON of `exportStoredBars`, built in slices: a part of 20,000 bars would otherwise hold up the
 * serving thread for 25 ms.
 */
export async function exportPart(
  { db, feeds }: Pick<InstrumentDeps, 'db' | 'feeds'>,
  { exchange, symbol, resolution, fromMs }: ExportQuery,
  signal: AbortSignal,
): Promise<ReadyAnswer> {
  const instrument = await findInstrument(db, exchange, symbol);
  if (!instrument) throw new AppError('NOT_FOUND', `${exchange} does not list ${symbol}`);
  const { isSimulated } = feeds[exchange];
  const stored = await readStoredBars(db, {
    instrumentId: instrument.id,
    resolution,
    isSimulated,
    fromMs: fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: Number.MAX_SAFE_INTEGER,
  });
  let [barCount, nextMs]: [number, number | null] = [0, null];
  async function* pieces() {
    for await (const piece of stored.pieces) {
      // Pieces are whole chunks, so a part ends before one.
      if (barCount > 0 && barCount + piece.length > MOST_BARS_A_PART) {
        nextMs = piece.time[0] ?? null;
        return;
      }
      barCount += piece.length;
      yield piece;
    }
  }
  const texts: Buffer[] = [];
  let isHeader = true;
  for await (const lines of csvLines({ isSimulated, pieces: pieces() }, () => {})) {
    // Later parts go on below the header of the first.
    if (!isHeader || fromMs === undefined) texts.push(escaped(lines));
    isHeader = false;
    await nextTurn();
    signal.throwIfAborted();
  }
  const end = Buffer.from(`","barCount":${barCount},"nextMs":${nextMs}}`);
  const body = Buffer.concat([Buffer.from('{"text":"'), ...texts, end]);
  return { kind: 'ready', headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}
