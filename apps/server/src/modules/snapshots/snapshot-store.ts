import type { Snapshot, SnapshotResolution } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { Selectable } from 'kysely';
import type { Db, Reader, Trx } from '../../db/index.ts';
import type { InstrumentSnapshotsTable } from '../../db/watchlist-tables.ts';
import type { WriteFence } from '../bars/index.ts';

export type SnapshotKey = {
  instrumentId: number;
  resolution: SnapshotResolution;
  isSimulated: boolean;
};

export function presentSnapshot(row: Selectable<InstrumentSnapshotsTable>): Snapshot {
  const { mark_side: side, mark_is_strong: strong, mark_time: time } = row;
  return {
    time: row.bar_time,
    closedAtMs: row.closed_at_ms,
    close: row.close,
    longTermResistance: row.long_term_resistance,
    shortTermResistance: row.short_term_resistance,
    shortTermSupport: row.short_term_support,
    longTermSupport: row.long_term_support,
    longTermTightness: row.long_term_tightness,
    shortTermTightness: row.short_term_tightness,
    distanceToLongTermMin: row.distance_to_long_term_min,
    distanceToShortTermMin: row.distance_to_short_term_min,
    longShortPercentage: row.long_short_percentage,
    deployment: row.deployment,
    liquiditySpread: row.liquidity_spread,
    mark: side === null || strong === null || time === null ? null : { side, strong, time },
  };
}

function rowOf(key: SnapshotKey, snapshot: Snapshot): Selectable<InstrumentSnapshotsTable> {
  return {
    instrument_id: key.instrumentId,
    resolution: key.resolution,
    is_simulated: key.isSimulated,
    formula_version: FORMULA_VERSION,
    bar_time: snapshot.time,
    closed_at_ms: snapshot.closedAtMs,
    close: snapshot.close,
    long_term_resistance: snapshot.longTermResistance,
    short_term_resistance: snapshot.shortTermResistance,
    short_term_support: snapshot.shortTermSupport,
    long_term_support: snapshot.longTermSupport,
    long_term_tightness: snapshot.longTermTightness,
    short_term_tightness: snapshot.shortTermTightness,
    distance_to_long_term_min: snapshot.distanceToLongTermMin,
    distance_to_short_term_min: snapshot.distanceToShortTermMin,
    long_short_percentage: snapshot.longShortPercentage,
    deployment: snapshot.deployment,
    liquidity_spread: snapshot.liquiditySpread,
    mark_side: snapshot.mark?.side ?? null,
    mark_is_strong: snapshot.mark?.strong ?? null,
    mark_time: snapshot.mark?.time ?? null,
  };
}

/** The snapshots of instruments by the current formulas, in any order. */
export async function findSnapshots(
  db: Reader,
  instrumentIds: readonly number[],
  resolution?: SnapshotResolution,
): Promise<Selectable<InstrumentSnapshotsTable>[]> {
  if (instrumentIds.length === 0) return [];
  let query = db
    .selectFrom('instrument_snapshots')
    .selectAll()
    .where('instrument_id', 'in', instrumentIds)
    .where('formula_version', '=', FORMULA_VERSION);
  if (resolution !== undefined) query = query.where('resolution', '=', resolution);
  return await query.execute();
}

/** Replaces a snapshot; answers false if the writer does not own the instrument's feed any more. */
export async function storeSnapshot(
  db: Db,
  { key, snapshot }: { key: SnapshotKey; snapshot: Snapshot },
  fence: WriteFence,
): Promise<boolean> {
  return await db.transaction().execute(async (trx: Trx) => {
    if (!(await fence(trx))) return false;
    const row = rowOf(key, snapshot);
    await trx
      .insertInto('instrument_snapshots')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['instrument_id', 'resolution', 'is_simulated']).doUpdateSet(row),
      )
      .execute();
    return true;
  });
}
