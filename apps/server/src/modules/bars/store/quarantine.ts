import type { StoredResolution } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type BarColumns, barAt, columnsOf, timeAt } from '../columns/bar-columns.ts';
import { mergeColumns } from '../columns/merge-columns.ts';
import { judgeJumps } from '../door/judge-jumps.ts';
import type { SeriesKey } from './series.ts';

const MINUTE_MS = 60_000;
const OLDEST_TIME = Number.MIN_SAFE_INTEGER;

/** Between two bars of one stretch of trading; days go on over a long weekend. */
const LONGEST_STEP_MS: Record<StoredResolution, number> = {
  '1': MINUTE_MS,
  '15': 15 * MINUTE_MS,
  '60': 60 * MINUTE_MS,
  '1D': 5 * 1_440 * MINUTE_MS,
};

/** More bars of one stretch than these are no misprints: the older ones are left to the vendor's corrections. */
const MAX_WAITING = 100;

/** The stored bars next to a moment: enough of those before to judge by, at least one after; none where none is. */
export type Neighbours = {
  before: (timeMs: number) => Promise<BarColumns>;
  after: (timeMs: number) => Promise<BarColumns>;
};

function waitingOf(transaction: Transaction<Database>, key: SeriesKey) {
  return transaction
    .selectFrom('quarantined_bars')
    .select(['time', 'open', 'high', 'low', 'close', 'volume'])
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .orderBy('time', 'desc')
    .limit(MAX_WAITING);
}

async function replaceWaiting(
  transaction: Transaction<Database>,
  key: SeriesKey,
  settled: readonly number[],
  waiting: BarColumns,
): Promise<void> {
  if (settled.length > 0) {
    await transaction
      .deleteFrom('quarantined_bars')
      .where('instrument_id', '=', key.instrumentId)
      .where('resolution', '=', key.resolution)
      .where('time', 'in', [...settled])
      .execute();
  }
  for (let i = 0; i < waiting.length; i++) {
    await transaction
      .insertInto('quarantined_bars')
      .values({ instrument_id: key.instrumentId, resolution: key.resolution, ...barAt(waiting, i) })
      .onConflict((conflict) =>
        conflict.columns(['instrument_id', 'resolution', 'time']).doNothing(),
      )
      .execute();
  }
}

/** Judges bars among their stored neighbours; the one after them is read only where it has a word to say. */
async function judgeAmong(
  neighbours: Neighbours,
  before: BarColumns,
  bars: BarColumns,
  maxStepMs: number,
): Promise<ReturnType<typeof judgeJumps>> {
  const judged = judgeJumps(before, bars, maxStepMs);
  const { suspicious } = judged;
  const lastTime = timeAt(bars, bars.length - 1);
  const isLastSuspicious =
    suspicious.length > 0 && timeAt(suspicious, suspicious.length - 1) === lastTime;
  if (!isLastSuspicious) return judged;
  return judgeJumps(before, bars, maxStepMs, await neighbours.after(lastTime));
}

/**
 * Parts incoming bars into believed ones and ones that jump too far and wait for the next bar; bars that waited and
 * are confirmed now are among the believed. Of those that wait only the ones behind the last stored bar are looked at:
 * the others have been judged by their next bar already.
 */
export async function judgeAtTheDoor(
  transaction: Transaction<Database>,
  key: SeriesKey,
  incoming: BarColumns,
  neighbours: Neighbours,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  if (incoming.length === 0) return { accepted: incoming, quarantined: [] };
  const before = await neighbours.before(timeAt(incoming, 0));
  const waiting = await waitingOf(transaction, key)
    .where('time', '<=', timeAt(incoming, incoming.length - 1))
    .where('time', '>', before.length > 0 ? timeAt(before, before.length - 1) : OLDEST_TIME)
    .execute();
  const together = mergeColumns(columnsOf(waiting), incoming).columns;
  const maxStepMs = LONGEST_STEP_MS[key.resolution];
  const { accepted, suspicious } = await judgeAmong(neighbours, before, together, maxStepMs);
  const quarantined = Array.from(suspicious.time.subarray(0, suspicious.length));
  const settled = waiting.map((bar) => bar.time).filter((time) => !quarantined.includes(time));
  await replaceWaiting(transaction, key, settled, suspicious);
  return { accepted, quarantined };
}
