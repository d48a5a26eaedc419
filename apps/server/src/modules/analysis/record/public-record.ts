import { barClosesAtMs, HOUR_MS, MINUTE_MS, type Span, union } from '@moneytrail/calendar';
import { createPool, type PublishedMark } from '@moneytrail/indicators';
import type { Db } from '../../../db/index.ts';
import { escapeHtml } from '../../../escape-html.ts';
import { inSlices } from '../../../in-slices.ts';
import type { JobRun } from '../../../jobs/index.ts';
import { createPagePart } from '../../../page-part.ts';
import {
  type BarColumns,
  concatColumns,
  positionOf,
  readStoredBars,
  sliceColumns,
} from '../../bars/index.ts';
import { hasEnded, type Instrument, readInstrument } from '../../catalogue/index.ts';
import { holesIn } from '../closed-bars.ts';
import { firstUnsettledBar } from '../marks/compute-marks.ts';
import { type LedgerKey, selectLedgers, selectMarks, selectRanges } from '../marks/ledger.ts';
import { type LeftOut, publicText } from './public-record-text.ts';

type Deps = {
  db: Db;
  clock: { now: () => number };
  /** Whether the operator shows the record on Home. */
  isRecordPublic: boolean;
};

/** Signals of hours have other horizons in time, and would be other figures. */
const RESOLUTION = '1D';
const ALWAYS: Span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

/** The ledgers of one instrument, of all versions of the formulas: a bad version does not leave the record. */
type InstrumentLedgers = { instrumentId: number; keys: readonly LedgerKey[] };

/** The ledgers of real prices; those of simulated ones if there are no others. */
async function chooseLedgers(
  db: Db,
): Promise<{ isSimulated: boolean; ledgers: InstrumentLedgers[] }> {
  const all = (await selectLedgers(db, 0)).filter(({ resolution }) => resolution === RESOLUTION);
  const isSimulated = all.length > 0 && all.every((key) => key.isSimulated);
  const byInstrument = new Map<number, LedgerKey[]>();
  for (const key of all) {
    if (key.isSimulated !== isSimulated) continue;
    byInstrument.set(key.instrumentId, [...(byInstrument.get(key.instrumentId) ?? []), key]);
  }
  const ledgers = [...byInstrument].map(([instrumentId, keys]) => ({ instrumentId, keys }));
  return { isSimulated, ledgers };
}

/** The published marks, oldest first, and the ranges in which marks were looked for. */
async function readLedgers(db: Db, keys: readonly LedgerKey[]) {
  const ranges: Span[] = [];
  const marks = new Map<string, PublishedMark>();
  for (const key of keys) {
    ranges.push(...(await selectRanges(db, key)));
    for (const { side, bar, publishedAtMs } of await selectMarks(db, key, ALWAYS)) {
      const name = `${bar.time} ${side}`;
      const known = marks.get(name)?.publishedAtMs ?? Number.POSITIVE_INFINITY;
      // If two versions mark one bar, the first to be published counts.
      if ((publishedAtMs ?? 0) < known) marks.set(name, { time: bar.time, side, publishedAtMs });
    }
  }
  const inOrder = [...marks.values()].sort((a, b) => a.time - b.time);
  return { marks: inOrder, ranges: union(ranges) };
}

/** The closed and final daily bars since a moment, as they are stored: feeds do not have those of removed instruments. */
async function readDays(
  { db, clock }: Deps,
  instrument: Instrument,
  { isSimulated, fromMs }: { isSimulated: boolean; fromMs: number },
): Promise<BarColumns> {
  const key = { instrumentId: instrument.id, resolution: RESOLUTION, isSimulated } as const;
  const toMs = firstUnsettledBar(instrument.hours, RESOLUTION, clock.now());
  const { pieces, finalToMs } = await readStoredBars(db, { ...key, fromMs, toMs });
  const read: BarColumns[] = [];
  for await (const piece of pieces) read.push(piece);
  const columns = concatColumns(read);
  return sliceColumns(columns, 0, positionOf(columns, finalToMs ?? 0));
}

/** The outcomes of all published signals of days, of instruments that were disabled or removed since as well. */
async function computeRecord(deps: Deps, run: JobRun) {
  const { db, clock } = deps;
  const { isSimulated, ledgers } = await chooseLedgers(db);
  const pool = createPool();
  const left: LeftOut = {
    unfinished: 0,
    removed: 0,
    expired: 0,
    withoutBar: 0,
    broken: 0,
    unpriced: 0,
  };
  let removedSeries = 0;
  for (const [index, { instrumentId, keys }] of ledgers.entries()) {
    run.signal.throwIfAborted();
    const { marks, ranges } = await readLedgers(db, keys);
    const instrument = await readInstrument(db, instrumentId);
    if (!instrument) {
      left.withoutBar += marks.length;
      continue;
    }
    const fromMs = marks[0]?.time ?? 0;
    const first = ranges[0] ? Math.min(fromMs, ranges[0].fromMs) : fromMs;
    const columns = await readDays(deps, instrument, { isSimulated, fromMs: first });
    const timeOf = (place: number) => columns.time[place] ?? Number.NaN;
    // Bars after the last final one have yet to come, or never will.
    const lastTime = columns.length === 0 ? Number.POSITIVE_INFINITY : timeOf(columns.length - 1);
    const known = marks.filter(({ time }) => time <= lastTime);
    const counts = pool.add({
      series: {
        columns,
        closesAtMs: (place) => barClosesAtMs(instrument.hours, RESOLUTION, timeOf(place)),
        holes: holesIn(instrument, RESOLUTION, columns),
        isOver: hasEnded(instrument, clock.now()),
      },
      marks: known,
      isEligible: (place) =>
        ranges.some(({ fromMs: from, toMs }) => timeOf(place) >= from && timeOf(place) < toMs),
    });
    const { trials, unfinished, ...others } = counts;
    left[instrument.isEnabled ? 'unfinished' : 'removed'] +=
      unfinished + marks.length - known.length;
    for (const reason of ['expired', 'withoutBar', 'broken', 'unpriced'] as const) {
      left[reason] += others[reason];
    }
    if (trials > 0 && !instrument.isEnabled) removedSeries += 1;
    run.progress(index + 1, ledgers.length);
  }
  const record = await inSlices(pool.record(), run.signal);
  return { record, left, removedSeries, isSimulated };
}

/** Computes what Home tells and stores it; removes it while the operator does not show it. */
export async function updatePublicRecord(deps: Deps, run: JobRun): Promise<void> {
  const { db, clock, isRecordPublic } = deps;
  if (!isRecordPublic) {
    await db.deleteFrom('public_record').execute();
    return;
  }
  const counted = await computeRecord(deps, run);
  const row = {
    ...publicText(counted),
    is_simulated: counted.isSimulated,
    computed_at_ms: clock.now(),
  };
  await db
    .insertInto('public_record')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** The record on Home as HTML, read once an hour; empty until it has been computed. */
export function createPublicRecord(
  deps: Pick<Deps, 'db' | 'clock'> & { log: Parameters<typeof createPagePart>[0]['log'] },
): () => Promise<string> {
  return createPagePart(deps, {
    read: async () => {
      const row = await deps.db
        .selectFrom('public_record')
        .select(['heading', 'text'])
        .executeTakeFirst();
      if (!row) return { html: '', keptMs: MINUTE_MS };
      const html = `<h2>${escapeHtml(row.heading)}</h2><p>${escapeHtml(row.text)}</p>`;
      return { html, keptMs: HOUR_MS };
    },
    unknown: '',
    failed: 'the record of published signals could not be read',
  });
}
