import { createHash, randomUUID } from 'node:crypto';
import type { SnapshotResolution } from '@moneytrail/contract';
import { SNAPSHOT_STORED, type TickBus } from '../../bus/index.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import type { Snapshots } from '../snapshots/index.ts';
import type { ScreenSubject } from './find-rows.ts';
import { entryOf, type ScreenEntry } from './screen-row.ts';

type Entries = Partial<Record<SnapshotResolution, ScreenEntry>>;

/** Every enabled instrument with its stored figures, as of `version`. */
export type ScreenTable = {
  readonly version: string;
  readonly subjects: readonly TableRow[];
};

export type TableRow = ScreenSubject & { readonly instrument: Instrument };

type Deps = {
  bus: Pick<TickBus, 'subscribe' | 'onReconnect'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  snapshots: Pick<Snapshots, 'readFull'>;
};

/** Instruments whose snapshots are read by one query, between which the process serves others. */
const AT_ONCE = 200;

/** Changes with the enabled instruments, and with what decides who may see them. */
function fingerprint(instruments: readonly Instrument[]): string {
  const hash = createHash('sha1');
  for (const { id, description, type, hours, importAccess } of instruments) {
    hash.update(`${id} ${description} ${type} ${hours.id} ${importAccess ?? ''}\n`);
  }
  return hash.digest('base64url');
}

/**
 * The stored figures of all instruments in memory, for screens. It is read when it is first asked for; after that, the
 * instruments whose snapshots were stored since are read again.
 */
export function createScreenTable({ bus, catalogue, snapshots }: Deps) {
  /** Versions of other processes, or from before a restart, are never taken for one of this process. */
  const processName = randomUUID().slice(0, 8);
  let entries = new Map<number, Entries>();
  let changes = 0;
  /** Instruments whose entries have changed in the database. */
  const stale = new Set<number>();
  let known: { instruments: readonly Instrument[]; fingerprint: string } | null = null;
  let table: ScreenTable | null = null;
  let reading: Promise<void> | null = null;

  const isFollowed = () => known !== null;
  bus.subscribe(SNAPSHOT_STORED, ({ instrumentId }) => {
    if (isFollowed()) stale.add(instrumentId);
  });
  bus.onReconnect(() => {
    for (const id of entries.keys()) stale.add(id);
  });

  /** Reads the instruments that are new or stale. After a failure they are read again with the next request. */
  async function read(): Promise<void> {
    const instruments = catalogue.enabled();
    if (known?.instruments !== instruments) {
      known = { instruments, fingerprint: fingerprint(instruments) };
      const enabled = new Set(instruments.map(({ id }) => id));
      entries = new Map([...entries].filter(([id]) => enabled.has(id)));
    }
    const wanted = instruments.filter(({ id }) => stale.has(id) || !entries.has(id));
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      await readSome(wanted.slice(start, start + AT_ONCE));
    }
  }

  async function readSome(instruments: readonly Instrument[]): Promise<void> {
    // A snapshot that is stored from here on makes its instrument stale again.
    for (const { id } of instruments) stale.delete(id);
    try {
      const found = new Map<number, Entries>(instruments.map(({ id }) => [id, {}]));
      for (const { instrumentId, resolution, ...full } of await snapshots.readFull(instruments)) {
        const of = found.get(instrumentId);
        if (of) of[resolution] = entryOf(full);
      }
      for (const [id, of] of found) entries.set(id, of);
      changes += 1;
    } catch (error) {
      for (const { id } of instruments) stale.add(id);
      throw error;
    }
  }

  return {
    /** The present table; rejects if changed figures could not be read. */
    async current(): Promise<ScreenTable> {
      reading ??= read().finally(() => {
        reading = null;
      });
      await reading;
      const { instruments, fingerprint: instrumentsVersion } = known ?? {
        instruments: [],
        fingerprint: '',
      };
      const version = `${processName}.${changes}.${instrumentsVersion}`;
      if (table?.version !== version) {
        const subjects = instruments.map((instrument) => ({
          instrument,
          ticker: instrument.ticker,
          exchange: instrument.exchange,
          type: instrument.type,
          entries: entries.get(instrument.id) ?? {},
        }));
        table = { version, subjects };
      }
      return table;
    },
  };
}
