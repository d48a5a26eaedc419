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

const REPLACED = [
  ...(['formula_version', 'bar_time', 'closed_at_ms', 'close'] as const),
  ...(['long_term_resistance', 'short_term_resistance'] as const),
  ...(['short_term_support', 'long_term_support'] as const),
  ...(['long_term_tightness', 'short_term_tightness'] as const),
  ...(['distance_to_long_term_min', 'distance_to_short_term_min'] as const),
  ...(['long_short_percentage', 'deployment', 'liquidity_spread'] as const),
  ...(['mark_side', 'mark_is_strong', 'mark_time'] as const),
];

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

/** Replaces snapshots of different keys; answers false if the writer does not own the instruments' feed any more. */
export async function storeSnapshots(
  db: Db,
  snapshots: readonly { key: SnapshotKey; snapshot: Snapshot }[],
  fence: WriteFence,
): Promise<boolean> {
  return await db.transaction().execute(async (trx: Trx) => {
    if (!(await fence(trx))) return false;
    await trx
      .insertInto('instrument_snapshots')
      .values(snapshots.map(({ key, snapshot }) => rowOf(key, snapshot)))
      .onConflict((conflict) =>
        conflict
          .columns(['instrument_id', 'resolution', 'is_simulated'])
          .doUpdateSet((set) =>
            Object.fromEntries(REPLACED.map((name) => [name, set.ref(`excluded.${name}`)])),
          ),
      )
      .execute();
    return true;
  });
}
