import type { Snapshot, SnapshotResolution } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { Selectable } from 'kysely';
import type { Db, Reader, Trx } from '../../db/index.ts';
import type { InstrumentSnapshotsTable } from '../../db/watchlist-tables.ts';
import type { SnapshotStudies } from '../analysis/index.ts';
import type { WriteFence } from '../bars/index.ts';

export type SnapshotKey = {
  instrumentId: number;
  resolution: SnapshotResolution;
  isSimulated: boolean;
};

/** A snapshot with figures of the field; null if they were not computed at its bar. */
export type FullSnapshot = { snapshot: Snapshot; studies: SnapshotStudies | null };

export function presentFull(row: Selectable<InstrumentSnapshotsTable>): FullSnapshot {
  const snapshot = presentSnapshot(row);
  const isOfBar = row.studies_time === row.bar_time && row.studies_close === row.close;
  if (!isOfBar) return { snapshot, studies: null };
  const studies = {
    change1: row.change_1,
    change5: row.change_5,
    change20: row.change_20,
    change60: row.change_60,
    volume: row.volume,
    volumeRatio: row.volume_ratio,
    rsi: row.rsi,
    toSma50: row.to_sma_50,
    toSma200: row.to_sma_200,
    atrPercent: row.atr_percent,
    longShortChange5: row.long_short_change_5,
  };
  return { snapshot, studies };
}

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

function rowOf(
  key: SnapshotKey,
  { snapshot, studies }: FullSnapshot,
): Selectable<InstrumentSnapshotsTable> {
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
    studies_time: studies ? snapshot.time : null,
    studies_close: studies ? snapshot.close : null,
    change_1: studies?.change1 ?? null,
    change_5: studies?.change5 ?? null,
    change_20: studies?.change20 ?? null,
    change_60: studies?.change60 ?? null,
    volume: studies?.volume ?? null,
    volume_ratio: studies?.volumeRatio ?? null,
    rsi: studies?.rsi ?? null,
    to_sma_50: studies?.toSma50 ?? null,
    to_sma_200: studies?.toSma200 ?? null,
    atr_percent: studies?.atrPercent ?? null,
    long_short_change_5: studies?.longShortChange5 ?? null,
  };
}

const KEY = ['instrument_id', 'resolution', 'is_simulated'] as const;

/** The columns that a newer snapshot replaces. */
function replacedOf(row: object): Exclude<keyof InstrumentSnapshotsTable, (typeof KEY)[number]>[] {
  const isKey = (name: string) => KEY.some((each) => each === name);
  // A row has the columns of its table, of which TypeScript's `Object.keys` does not know.
  return Object.keys(row).filter((name) => !isKey(name)) as ReturnType<typeof replacedOf>;
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

/** Replaces snapshots of different keys; answers false if the writer does not own the instruments' feed any more. */
export async function storeSnapshots(
  db: Db,
  snapshots: readonly (FullSnapshot & { key: SnapshotKey })[],
  fence: WriteFence,
): Promise<boolean> {
  const rows = snapshots.map(({ key, ...full }) => rowOf(key, full));
  const replaced = replacedOf(rows[0] ?? {});
  return await db.transaction().execute(async (trx: Trx) => {
    if (!(await fence(trx))) return false;
    await trx
      .insertInto('instrument_snapshots')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns([...KEY])
          .doUpdateSet((set) =>
            Object.fromEntries(replaced.map((name) => [name, set.ref(`excluded.${name}`)])),
          ),
      )
      .execute();
    return true;
  });
}
