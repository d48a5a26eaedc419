import { createHash } from 'node:crypto';
import { AppError, type ExchangeName, rankedBy } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import type { Waits } from '../../waits.ts';
import { createAssetNames } from './asset-names.ts';
import { defaultInstruments, FIRST_INSTRUMENT } from './default-instruments.ts';
import type { Instrument } from './instrument.ts';
import { findSymbol, resolveSymbol, type SymbolRequest } from './resolve-symbol.ts';
import { insertInstruments, readEnabled } from './store.ts';

type SearchOptions = { exchange?: ExchangeName | undefined; limit: number };

/** The enabled instruments, cached in memory and read again when they may have changed. */
export type Catalogue = {
  /**
   * The enabled instrument named by a text or by the parts of a history request; the last known one while the database is
   * slow. Throws `BAD_REQUEST` for an invalid symbol, `NOT_FOUND` for an unknown one, `UNAVAILABLE` if the list may be
   * outdated.
   */
  resolve: (request: SymbolRequest | string) => Promise<Instrument>;
  /**
   * Reads the list again if that is due, and resolves to the look-up of a word without a wait: null for an unknown word and
   * for what is no symbol. The look-up throws `UNAVAILABLE` for an unknown word if the list may be outdated.
   */
  lookUp: () => Promise<(word: string) => Instrument | null>;
  /** Enabled instruments, of one exchange or of all. */
  enabled: (exchange?: ExchangeName) => Instrument[];
  /** The known names of a pair's two assets; none for other instruments. */
  assetsOf: (instrument: Instrument) => readonly string[];
  /** Enabled instruments whose code, description or assets match a text, best first; none for a blank text. */
  search: (text: string, options: SearchOptions) => Instrument[];
  byId: (id: number) => Instrument | undefined;
  /** The enabled instrument with this exact name, `EXCHANGE:CODE`. */
  byName: (name: string) => Instrument | undefined;
  /** Differs whenever what administrators chose for an instrument made from files does; empty without such instruments. */
  importedVersion: () => string;
  /** Adds the first instrument, so that a new installation has a chart before the vendors' lists are read. */
  addFirst: () => Promise<void>;
  /** Adds and enables the default set; existing instruments stay unchanged. */
  seedDemo: () => Promise<void>;
  /** Reads everything again. Changes of other processes are seen within ten seconds without it. */
  reload: () => Promise<void>;
};

type CatalogueDeps = {
  db: Db;
  clock: { now: () => number };
  log: { error: (detail: object, message: string) => void };
  waits?: Pick<Waits, 'catalogueMs'>;
};

const MAX_AGE_MS = 10_000;
/** After this time a request uses the last known instruments. */
const READ_WAIT_MS = 250;
const NOT_READ = 'Symbols cannot be looked up at the moment. Please try again.';

type Known = {
  enabled: Instrument[];
  byId: Map<number, Instrument>;
  byName: Map<string, Instrument>;
  assets: Map<number, readonly string[]>;
  /** Instruments of earlier requests; equal requests share one frozen object. */
  resolved: WeakMap<SymbolRequest, Instrument>;
  importedVersion: string;
  readAtMs: number;
};

const nameOf = (exchange: ExchangeName, code: string) => `${exchange}:${code}`;

function versionOf(enabled: readonly Instrument[]): string {
  const chosen = enabled.flatMap(({ importAccess, id, description, type, hours }) =>
    importAccess === null ? [] : [[id, importAccess, description, type, hours.id]],
  );
  if (chosen.length === 0) return '';
  return createHash('sha256').update(JSON.stringify(chosen)).digest('base64url');
}

async function readKnown({ db, clock }: CatalogueDeps): Promise<Known> {
  const enabled = await readEnabled(db);
  const assetsOf = createAssetNames(enabled);
  return {
    enabled,
    byId: new Map(enabled.map((each) => [each.id, each])),
    byName: new Map(enabled.map((each) => [nameOf(each.exchange, each.code), each])),
    assets: new Map(enabled.map((each) => [each.id, assetsOf(each)])),
    resolved: new WeakMap(),
    importedVersion: versionOf(enabled),
    readAtMs: clock.now(),
  };
}

export async function createCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const { catalogueMs: waitMs = READ_WAIT_MS } = deps.waits ?? {};
  let known = await readKnown(deps);
  let reading: Promise<void> | null = null;
  const reload = () => {
    reading ??= readKnown(deps)
      .then((read) => {
        known = read;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  // The absolute value covers clocks that were set back.
  const isOld = () => Math.abs(deps.clock.now() - known.readAtMs) > MAX_AGE_MS;
  /** Starts a read if the instruments are old; a failure is logged once. */
  const renew = () => {
    if (reading || !isOld()) return;
    reload().catch((error: unknown) =>
      deps.log.error({ err: error }, 'instruments could not be read again'),
    );
  };
  const current = () => {
    renew();
    return known;
  };
  const fresh = async () => {
    renew();
    if (reading && isOld()) await within(reading, waitMs).catch(() => undefined);
  };
  const named = (exchange: ExchangeName, code: string) => known.byName.get(nameOf(exchange, code));
  function find(request: SymbolRequest | string): Instrument {
    try {
      return resolveSymbol(named, request);
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'NOT_FOUND';
      // The instrument may have been added since the last read.
      throw isUnknown && isOld() ? new AppError('UNAVAILABLE', NOT_READ, { cause: error }) : error;
    }
  }
  const enabled = (exchange?: ExchangeName) => {
    const list = current().enabled;
    return exchange === undefined ? list : list.filter((each) => each.exchange === exchange);
  };
  const assetsOf = ({ id }: Instrument) => known.assets.get(id) ?? [];
  return {
    resolve: async (request) => {
      await fresh();
      const { resolved } = known;
      const isFrozen = typeof request === 'object' && Object.isFrozen(request);
      const before = isFrozen ? resolved.get(request) : undefined;
      if (before) return before;
      const found = find(request);
      if (isFrozen) resolved.set(request, found);
      return found;
    },
    lookUp: async () => {
      await fresh();
      return (word) => {
        const found = findSymbol(named, word);
        if (!found && isOld()) throw new AppError('UNAVAILABLE', NOT_READ);
        return found ?? null;
      };
    },
    enabled,
    assetsOf,
    search: (text, { exchange, limit }) =>
      rankedBy(enabled(exchange), text, {
        sourceOf: (each) => each.exchange,
        assetsOf,
      }).slice(0, limit),
    byId: (id) => current().byId.get(id),
    byName: (name) => current().byName.get(name),
    importedVersion: () => current().importedVersion,
    addFirst: async () => {
      await insertInstruments(deps.db, [FIRST_INSTRUMENT]);
      await reload();
    },
    seedDemo: async () => {
      await insertInstruments(deps.db, defaultInstruments(deps.clock.now()));
      await reload();
    },
    reload,
  };
}
