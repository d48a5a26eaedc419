import type { StoredResolution } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type BarColumns, barAt, columnsOf, NO_BARS, timeAt } from '../columns/bar-columns.ts';
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

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The stored bars around a moment: enough of those before to judge by, at least one after; none where none is. */
export type Neighbours = {
  before: (timeMs: number) => Promise<BarColumns>;
  after: (timeMs: number) => Promise<BarColumns>;
  /** Those between two moments, both included. */
  within: (fromMs: number, lastMs: number) => BarColumns;
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
    const { time, ...values } = barAt(waiting, i);
    await transaction
      .insertInto('quarantined_bars')
      .values({ instrument_id: key.instrumentId, resolution: key.resolution, time, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['instrument_id', 'resolution', 'time'])
          // Another bar than the one that was held wants witnesses of its own.
          .doUpdateSet({ ...values, due_ms: 0, asked_at_ms: null, is_refuted: false })
          .where(({ eb, or }) =>
            or(PRICES.map((name) => eb(`quarantined_bars.${name}`, '!=', values[name]))),
          ),
      )
      .execute();
  }
}

/** Judges bars among their stored neighbours; what is stored is looked at only where it has a word to say. */
async function judgeAmong(
  neighbours: Neighbours,
  before: BarColumns,
  bars: BarColumns,
  maxStepMs: number,
): Promise<ReturnType<typeof judgeJumps>> {
  const judged = judgeJumps(before, bars, maxStepMs);
  const { suspicious } = judged;
  if (suspicious.length === 0) return judged;
  const lastTime = timeAt(bars, bars.length - 1);
  const isLastSuspicious = timeAt(suspicious, suspicious.length - 1) === lastTime;
  return judgeJumps(before, bars, maxStepMs, {
    after: isLastSuspicious ? await neighbours.after(lastTime) : NO_BARS,
    stored: neighbours.within(timeAt(bars, 0), lastTime),
  });
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
