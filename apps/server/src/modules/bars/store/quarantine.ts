import type { StoredResolution } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type BarColumns, barAt, columnsOf, timeAt } from '../columns/bar-columns.ts';
import { mergeColumns } from '../columns/merge-columns.ts';
import { judgeJumps } from '../door/judge-jumps.ts';
import type { SeriesKey } from './series.ts';

const MINUTE_MS = 60_000;

/** Between two bars of one stretch of trading; days go on over a long weekend. */
const LONGEST_STEP_MS: Record<StoredResolution, number> = {
  '1': MINUTE_MS,
  '15': 15 * MINUTE_MS,
  '60': 60 * MINUTE_MS,
  '1D': 5 * 1_440 * MINUTE_MS,
};

/** How far back bars that wait are still looked at, in bars' distance of the incoming ones. */
const MAX_WAITING = 100;

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

/**
 * Parts incoming bars into believed ones and ones that jump too far and wait for the next bar;
 * bars that waited and are confirmed now are among the believed.
 */
export async function judgeAtTheDoor(
  transaction: Transaction<Database>,
  key: SeriesKey,
  incoming: BarColumns,
  readBefore: (timeMs: number) => Promise<BarColumns>,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  if (incoming.length === 0) return { accepted: incoming, quarantined: [] };
  const lastTime = timeAt(incoming, incoming.length - 1);
  const waiting = await waitingOf(transaction, key).where('time', '<=', lastTime).execute();
  const together = mergeColumns(columnsOf(waiting), incoming).columns;
  const before = await readBefore(timeAt(together, 0));
  const { accepted, suspicious } = judgeJumps(before, together, LONGEST_STEP_MS[key.resolution]);
  const quarantined = Array.from(suspicious.time.subarray(0, suspicious.length));
  const settled = waiting.map((bar) => bar.time).filter((time) => !quarantined.includes(time));
  await replaceWaiting(transaction, key, settled, suspicious);
  return { accepted, quarantined };
}
