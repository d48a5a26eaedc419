import { DAY_MS, type MarketHours, MINUTE_MS } from '@moneytrail/calendar';
import { SNAPSHOT_RESOLUTIONS, type SnapshotResolution } from '@moneytrail/contract';
import { SNAPSHOT_STORED, STUDY_FIGURES_STORED, type TickBus } from '../../bus/index.ts';
import { type Catalogue, hasEnded, type Instrument } from '../catalogue/index.ts';
import type { Snapshots, StudyFigures, StudyFiguresOfScreens } from '../snapshots/index.ts';
import type { ScreenSubject } from './find-rows.ts';
import { entryOf, type ScreenEntry, type StudyEntry, studyEntryOf } from './screen-row.ts';

type Entries = Partial<Record<SnapshotResolution, ScreenEntry>>;
type Studies = Partial<Record<SnapshotResolution, StudyFigures>>;

export type TableRow = ScreenSubject & {
  readonly instrument: Instrument;
  /** Parts of the instrument that its row shows, or that decide who may see it. */
  readonly face: string;
};

/** Every enabled instrument with its stored figures. Another object stands for other contents. */
export type ScreenTable = {
  readonly rows: readonly TableRow[];
  readonly markets: readonly MarketHours[];
};

type Deps = {
  bus: Pick<TickBus, 'subscribe' | 'onReconnect'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  snapshots: Pick<Snapshots, 'readFull'>;
  studyFigures: Pick<StudyFiguresOfScreens, 'read'>;
  clock: { now: () => number };
};

/** Instruments whose snapshots are read by one query, between which the process serves others. */
const AT_ONCE = 200;
/** An announcement may be lost with the process that stored a snapshot: entries are read again after this time. */
const MOST_AGE_MS = 10 * MINUTE_MS;
/** Entries that are read again for their age with one request. */
const MOST_OLD = 2 * AT_ONCE;

/** A close longer ago than this is not where an instrument stands now: holidays are shorter, a feed that ended is not. */
const PRESENT_MS: Readonly<Record<SnapshotResolution, number>> = {
  '60': 6 * DAY_MS,
  '240': 7 * DAY_MS,
  '1D': 14 * DAY_MS,
  '1W': 42 * DAY_MS,
};

function faceOf(instrument: Instrument): string {
  const { id, description, type, hours, importAccess, listedExchange, priceScale } = instrument;
  return `${id} ${description} ${type} ${hours.id} ${importAccess} ${listedExchange.value} ${priceScale}`;
}

const isSame = (a: Entries | undefined, b: Entries) =>
  a !== undefined && SNAPSHOT_RESOLUTIONS.every((each) => a[each]?.stamp === b[each]?.stamp);

/** Rows without figures of studies are the usual ones; others are compared by their values. */
const isSameStudies = (a: Studies | undefined, b: Studies) =>
  a !== undefined &&
  SNAPSHOT_RESOLUTIONS.every((each) => {
    const [one, other] = [a[each], b[each]];
    if (!one || !other) return one === other;
    return (
      one.time === other.time &&
      one.close === other.close &&
      one.places === other.places &&
      one.values.every((value, place) => Object.is(value, other.values[place]))
    );
  });

/**
 * The stored figures of all instruments in memory, for screens. It is read when it is first asked for; after that, the
 * instruments whose snapshots were stored since are read again. Contracts that have ended are left out.
 */
export function createScreenTable({ bus, catalogue, snapshots, studyFigures, clock }: Deps) {
  let entries = new Map<number, { of: Entries; studies: Studies; readAtMs: number }>();
  /** Instruments whose entries have changed in the database. */
  const stale = new Set<number>();
  /** Instruments of which only the figures of studies have changed. */
  const staleStudies = new Set<number>();
  let enabled: readonly Instrument[] = [];
  let present: readonly Instrument[] = [];
  let day = 0;
  let table: ScreenTable | null = null;
  let reading: Promise<ScreenTable> | null = null;

  bus.subscribe(SNAPSHOT_STORED, ({ instrumentId }) => {
    if (entries.has(instrumentId)) stale.add(instrumentId);
  });
  bus.subscribe(STUDY_FIGURES_STORED, ({ instrumentIds }) => {
    for (const id of instrumentIds) {
      if (entries.has(id)) staleStudies.add(id);
    }
  });
  bus.onReconnect(() => {
    for (const id of entries.keys()) stale.add(id);
  });

  /** Notices other instruments, and the day on which contracts end and entries become too old. */
  function review(): void {
    const today = Math.floor(clock.now() / DAY_MS);
    const all = catalogue.enabled();
    if (all === enabled && today === day) return;
    enabled = all;
    day = today;
    present = all.filter((each) => !hasEnded(each, clock.now()));
    const ids = new Set(present.map(({ id }) => id));
    entries = new Map([...entries].filter(([id]) => ids.has(id)));
    table = null;
  }

  /** Reads the instruments that are new, stale or old. After a failure they are read again with the next request. */
  async function read(): Promise<ScreenTable> {
    review();
    const oldMs = clock.now() - MOST_AGE_MS;
    const isWanted = ({ id }: Instrument) => stale.has(id) || !entries.has(id);
    const isOld = ({ id }: Instrument) => (entries.get(id)?.readAtMs ?? oldMs) < oldMs;
    const wanted = [
      ...present.filter(isWanted),
      ...present.filter((each) => !isWanted(each) && isOld(each)).slice(0, MOST_OLD),
    ];
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      await readSome(wanted.slice(start, start + AT_ONCE));
    }
    const studied = present.filter(({ id }) => staleStudies.has(id));
    for (let start = 0; start < studied.length; start += AT_ONCE) {
      await readStudies(studied.slice(start, start + AT_ONCE));
    }
    table ??= build();
    return table;
  }

  async function readSome(instruments: readonly Instrument[]): Promise<void> {
    const readAtMs = clock.now();
    // A snapshot that is stored from here on makes its instrument stale again.
    for (const { id } of instruments) {
      stale.delete(id);
      staleStudies.delete(id);
    }
    try {
      const hours = new Map(instruments.map((each) => [each.id, each.hours]));
      const found = new Map<number, Entries>(instruments.map(({ id }) => [id, {}]));
      for (const { instrumentId, resolution, ...full } of await snapshots.readFull(instruments)) {
        const [of, market] = [found.get(instrumentId), hours.get(instrumentId)];
        if (of && market) of[resolution] = entryOf(full, { hours: market, resolution });
      }
      const studies = await studiesOf(instruments);
      for (const [id, of] of found) {
        const before = entries.get(id);
        const now = { of, studies: studies.get(id) ?? {}, readAtMs };
        if (!isSame(before?.of, of) || !isSameStudies(before?.studies, now.studies)) table = null;
        entries.set(id, now);
      }
    } catch (error) {
      for (const { id } of instruments) stale.add(id);
      throw error;
    }
  }

  async function studiesOf(instruments: readonly Instrument[]): Promise<Map<number, Studies>> {
    const found = new Map<number, Studies>();
    for (const { instrumentId, resolution, figures } of await studyFigures.read(instruments)) {
      found.set(instrumentId, { ...found.get(instrumentId), [resolution]: figures });
    }
    return found;
  }

  /** Reads figures of studies alone, whose snapshots are known. */
  async function readStudies(instruments: readonly Instrument[]): Promise<void> {
    for (const { id } of instruments) staleStudies.delete(id);
    try {
      const found = await studiesOf(instruments);
      for (const { id } of instruments) {
        const before = entries.get(id);
        if (before) entries.set(id, { ...before, studies: found.get(id) ?? {} });
      }
      table = null;
    } catch (error) {
      for (const { id } of instruments) staleStudies.add(id);
      throw error;
    }
  }

  function presentStudies({ id, hours }: Instrument, of: Entries): TableRow['studies'] {
    const studies = entries.get(id)?.studies ?? {};
    const found: Partial<Record<SnapshotResolution, StudyEntry>> = {};
    for (const resolution of SNAPSHOT_RESOLUTIONS) {
      const [entry, figures] = [of[resolution], studies[resolution]];
      const shown = entry && figures && studyEntryOf(entry, figures, { hours, resolution });
      if (shown) found[resolution] = shown;
    }
    return found;
  }

  function presentEntries(id: number): Entries {
    const nowMs = clock.now();
    const of = entries.get(id)?.of ?? {};
    const isPresent = (each: SnapshotResolution) =>
      nowMs - (of[each]?.closedAtMs ?? 0) < PRESENT_MS[each];
    return Object.fromEntries(
      SNAPSHOT_RESOLUTIONS.filter(isPresent).map((each) => [each, of[each]]),
    );
  }

  function build(): ScreenTable {
    const rows = present.map((instrument) => {
      const of = presentEntries(instrument.id);
      return {
        instrument,
        ticker: instrument.ticker,
        exchange: instrument.exchange,
        type: instrument.type,
        entries: of,
        studies: presentStudies(instrument, of),
        face: faceOf(instrument),
      };
    });
    const markets = new Map(present.map(({ hours }) => [hours.id, hours]));
    return { rows, markets: [...markets.values()] };
  }

  return {
    /** The present table; rejects if changed figures could not be read. */
    current(): Promise<ScreenTable> {
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}
