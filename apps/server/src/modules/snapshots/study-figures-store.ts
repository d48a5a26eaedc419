import '../../offered-studies.ts';
import { figureName, figureStudies } from '@moneytrail/alerts';
import { AppError, type SnapshotResolution } from '@moneytrail/contract';
import { TECHNICAL_VERSION } from '@moneytrail/technical-indicators';
import { sql } from 'kysely';
import { type Db, lockByName, type Reader, type Trx } from '../../db/index.ts';
import type { StudyValuesAtBar } from '../analysis/index.ts';
import type { WriteFence } from '../bars/index.ts';
import type { SnapshotKey } from './snapshot-store.ts';

/** A study at an interval. */
export type AskedStudy = { study: string; resolution: SnapshotResolution };

/** The figures of studies at a bar. */
export type StudyFigures = {
  /** The start of the bar. */
  readonly time: number;
  readonly close: number;
  readonly studies: readonly string[];
  /** The places of figures such as `macd-signal` among the values. Rows with the same studies share one map. */
  readonly places: ReadonlyMap<string, number>;
  /** NaN if undefined. */
  readonly values: Float64Array;
};

type Layout = Pick<StudyFigures, 'studies' | 'places'>;

/** The layouts of rows by their lists of studies. */
const layouts = new Map<string, Layout>();
/** Lists change with what is asked for: more than ever stand beside each other. */
const MOST_LAYOUTS = 1_000;

function layoutOf(list: string): Layout {
  const known = layouts.get(list);
  if (known) return known;
  const studies = list.split(',');
  const names = studies.flatMap((id) => {
    const outputs = figureStudies().get(id)?.outputs ?? [];
    return outputs.map(({ key }) => figureName(id, key));
  });
  const layout = { studies, places: new Map(names.map((name, place) => [name, place])) };
  if (layouts.size >= MOST_LAYOUTS) layouts.clear();
  layouts.set(list, layout);
  return layout;
}

function bytesOf(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(values.length * Float64Array.BYTES_PER_ELEMENT);
  for (const [place, value] of values.entries()) {
    bytes.writeDoubleLE(value, place * Float64Array.BYTES_PER_ELEMENT);
  }
  return bytes;
}

function valuesOf(bytes: Buffer): Float64Array {
  const values = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT);
  for (let place = 0; place < values.length; place += 1) {
    values[place] = bytes.readDoubleLE(place * Float64Array.BYTES_PER_ELEMENT);
  }
  return values;
}

/** The studies that an account may have asked for in some days, each at one interval. */
export const MOST_ASKED = 24;

const TOO_MANY = `Your account may follow ${MOST_ASKED} indicators on screens in seven days, each interval of one for itself. Those that no screen shows any more are free again after that.`;

/**
 * Notes that an account asks for different studies. Throws `CONFLICT`, and notes none, if some are new and there are more
 * than it may ask for since a moment; `isBounded` false notes them nevertheless.
 */
export async function noteAsked(
  db: Db,
  asked: readonly AskedStudy[],
  by: { userId: string; nowMs: number; sinceMs: number; isBounded: boolean },
): Promise<void> {
  const { userId, nowMs, sinceMs, isBounded } = by;
  await db.transaction().execute(async (trx) => {
    await lockByName(trx, `asked studies ${userId}`);
    await trx
      .deleteFrom('asked_studies')
      .where('user_id', '=', userId)
      .where('asked_at_ms', '<', sinceMs)
      .execute();
    const before = await countAsked(trx, userId);
    await trx
      .insertInto('asked_studies')
      .values(asked.map((each) => ({ ...each, user_id: userId, asked_at_ms: nowMs })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'study', 'resolution']).doUpdateSet({
          asked_at_ms: sql`greatest(asked_studies.asked_at_ms, excluded.asked_at_ms)`,
        }),
      )
      .execute();
    const after = await countAsked(trx, userId);
    if (isBounded && after > before && after > MOST_ASKED) throw new AppError('CONFLICT', TOO_MANY);
  });
}

async function countAsked(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('asked_studies')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The studies of the present catalogue that any account has asked for since a moment. */
export async function findAsked(db: Reader, sinceMs: number): Promise<AskedStudy[]> {
  const rows = await db
    .selectFrom('asked_studies')
    .select(['study', 'resolution'])
    .distinct()
    .where('asked_at_ms', '>=', sinceMs)
    .execute();
  return rows.filter(({ study }) => figureStudies().has(study));
}

/** A snapshot's bar, and the studies whose stored figures are those of this bar. */
export type StudiedBar = SnapshotKey & { studies: readonly string[] };

/** The bars of the snapshots of instruments, in any order. */
export async function findStudiedBars(
  db: Reader,
  instrumentIds: readonly number[],
): Promise<StudiedBar[]> {
  if (instrumentIds.length === 0) return [];
  const rows = await db
    .selectFrom('instrument_snapshots as snapshots')
    .leftJoin('study_figures as figures', (join) =>
      join
        .onRef('figures.instrument_id', '=', 'snapshots.instrument_id')
        .onRef('figures.resolution', '=', 'snapshots.resolution')
        .onRef('figures.is_simulated', '=', 'snapshots.is_simulated')
        .onRef('figures.bar_time', '=', 'snapshots.bar_time')
        .onRef('figures.close', '=', 'snapshots.close')
        .on('figures.technical_version', '=', TECHNICAL_VERSION),
    )
    .select([
      'snapshots.instrument_id',
      'snapshots.resolution',
      'snapshots.is_simulated',
      'figures.studies',
    ])
    .where('snapshots.instrument_id', 'in', instrumentIds)
    .execute();
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    resolution: row.resolution,
    isSimulated: row.is_simulated,
    studies: row.studies?.split(',') ?? [],
  }));
}

/** The figures of studies of instruments, by one version of the catalogue, in any order. */
export async function findStudyFigures(
  db: Reader,
  instrumentIds: readonly number[],
): Promise<(SnapshotKey & { figures: StudyFigures })[]> {
  if (instrumentIds.length === 0) return [];
  const rows = await db
    .selectFrom('study_figures')
    .selectAll()
    .where('instrument_id', 'in', instrumentIds)
    .where('technical_version', '=', TECHNICAL_VERSION)
    .execute();
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    resolution: row.resolution,
    isSimulated: row.is_simulated,
    figures: {
      time: row.bar_time,
      close: row.close,
      ...layoutOf(row.studies),
      values: valuesOf(row.figures),
    },
  }));
}

/** Computed studies of an instrument at an interval. */
export type ComputedStudies = {
  key: SnapshotKey;
  studies: readonly string[];
  at: StudyValuesAtBar;
};

/** Replaces figures of different keys; answers false if the writer does not own the instruments' feed any more. */
export async function storeStudyFigures(
  db: Db,
  computed: readonly ComputedStudies[],
  fence: WriteFence,
): Promise<boolean> {
  const rows = computed.map(({ key, studies, at }) => ({
    instrument_id: key.instrumentId,
    resolution: key.resolution,
    is_simulated: key.isSimulated,
    technical_version: TECHNICAL_VERSION,
    bar_time: at.time,
    close: at.close,
    studies: studies.join(','),
    figures: bytesOf(at.values),
  }));
  return await db.transaction().execute(async (trx: Trx) => {
    if (!(await fence(trx))) return false;
    await trx
      .insertInto('study_figures')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['instrument_id', 'resolution', 'is_simulated']).doUpdateSet((set) => ({
          technical_version: set.ref('excluded.technical_version'),
          bar_time: set.ref('excluded.bar_time'),
          close: set.ref('excluded.close'),
          studies: set.ref('excluded.studies'),
          figures: set.ref('excluded.figures'),
        })),
      )
      .execute();
    return true;
  });
}
