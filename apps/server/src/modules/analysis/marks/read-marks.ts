import { historyWindowMs, type Resolution } from '@moneytrail/calendar';
import { AppError, type ExchangeName, type Mark } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { Instrument } from '../../catalogue/index.ts';
import { type PublishDeps, publishMarks } from './publish-marks.ts';
import type { Range } from './ranges.ts';
import { type LedgerKey, type LedgerMark, selectMarks, selectNotes } from './store.ts';

export type ReadMarksDeps = PublishDeps & { feeds: Record<ExchangeName, { isSimulated: boolean }> };

/** The colours of rising and falling bars on a light ground; a chart in the dark takes its own by `side`. */
const COLOURS = { buy: '#098474', sell: '#B81D3C' } as const;
/** A chart goes back at most so many windows. */
const MOST_WINDOWS = 12;
const DAY_MS = 86_400_000;

function checkRange(resolution: Resolution, { fromMs, toMs }: Range): void {
  if (fromMs > toMs) throw new AppError('BAD_REQUEST', 'fromTs must not be after toTs');
  const mostMs = MOST_WINDOWS * historyWindowMs(resolution);
  if (toMs - fromMs > mostMs) {
    const days = mostMs / DAY_MS;
    throw new AppError(
      'BAD_REQUEST',
      `toTs: marks of resolution ${resolution} are answered for at most ${days} days`,
    );
  }
}

function present(mark: LedgerMark, notes: readonly string[]): Mark {
  const { id, side, isStrong, price, text, bar } = mark;
  return {
    id,
    time: bar.time,
    price,
    color: COLOURS[side],
    label: side === 'buy' ? 'B' : 'S',
    text,
    size: isStrong ? 2 : 1,
    shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
    side,
    strong: isStrong,
    formulaVersion: FORMULA_VERSION,
    notes: [...notes],
  };
}

/** What is published can be answered without its feed; the rest is said to be missing. */
function warn(error: unknown): string {
  if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') return error.message;
  throw error;
}

/** The published marks of closed bars in a range, oldest first; bars nobody looked at are looked at now. */
export async function readMarks(
  deps: ReadMarksDeps,
  wanted: { instrument: Instrument; resolution: Resolution; range: Range },
): Promise<{ marks: Mark[]; warning?: string }> {
  const { instrument, resolution, range } = wanted;
  checkRange(resolution, range);
  const key: LedgerKey = {
    instrumentId: instrument.id,
    resolution,
    formulaVersion: FORMULA_VERSION,
    isSimulated: deps.feeds[instrument.exchange].isSimulated,
  };
  const warning = await publishMarks(deps, { instrument, resolution, key }, range).catch(warn);
  const found = await selectMarks(deps.db, key, range);
  const ids = found.map(({ id }) => id);
  const notes = await selectNotes(deps.db, key, ids);
  const marks = found.map((mark) => present(mark, notes.get(mark.id) ?? []));
  return warning === null ? { marks } : { marks, warning };
}
