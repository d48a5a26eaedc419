import { AppError, type ExchangeName, rankedBy } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import type { Waits } from '../../waits.ts';
import { createAssetNames } from './asset-names.ts';
import { defaultInstruments, FIRST_INSTRUMENT } from './default-set/default-instruments.ts';
import type { Instrument } from './instrument.ts';
import { resolveSymbol, type SymbolRequest } from './resolve-symbol.ts';
import { insertInstruments, readEnabled } from './store.ts';

type SearchOptions = { exchange?: ExchangeName | undefined; limit: number };

/** The enabled instruments, held in memory and read again when they may have changed. */
export type Catalogue = {
  /**
   * The enabled instrument that a text, or the parts of a history request, mean; where the database does not answer soon
   * as it was read last. Throws `BAD_REQUEST` for what cannot be read, `NOT_FOUND` for what does not exist,
   * `UNAVAILABLE` where that cannot be told.
   */
  resolve: (request: SymbolRequest | string) => Promise<Instrument>;
  /** Enabled instruments, of one exchange or of all. */
  enabled: (exchange?: ExchangeName) => Instrument[];
  /** How the two assets of a pair are called, as far as any vendor's list or ISO 4217 says; none for what is no pair. */
  assetsOf: (instrument: Instrument) => readonly string[];
  /** Enabled instruments whose code, words or assets answer a text, the best match first; none for a blank text. */
  search: (text: string, options: SearchOptions) => Instrument[];
  byId: (id: number) => Instrument | undefined;
  /** The enabled instrument that is named exactly so, `EXCHANGE:CODE`. */
  byName: (name: string) => Instrument | undefined;
  /** Adds the first instrument, so that a new installation charts before the vendors' lists are read. Needs no feed. */
  addFirst: () => Promise<void>;
  /** Adds the default set, enabled; those that exist stay as they are. Needs no feed. */
  seedDemo: () => Promise<void>;
  /** Reads everything again; other processes' changes are seen within ten seconds of the next question. */
  reload: () => Promise<void>;
};

type CatalogueDeps = {
  db: Db;
  clock: { now: () => number };
  log: { error: (detail: object, message: string) => void };
  waits?: Pick<Waits, 'catalogueMs'>;
};

const MAX_AGE_MS = 10_000;
/** Longer nobody waits for instruments to be read again: what was read before does. */
const PATIENCE_MS = 250;
const NOT_READ = 'Symbols cannot be looked up at the moment. Please try again.';

type Known = {
  enabled: Instrument[];
  byId: Map<number, Instrument>;
  /** Enabled ones by exchange and code. */
  byName: Map<string, Instrument>;
  /** Names of assets by id. */
  assets: Map<number, readonly string[]>;
  /** What requests have meant: equal ones share one object, which the same chart sends again and again. */
  resolved: WeakMap<SymbolRequest, Instrument>;
  readAtMs: number;
};

const nameOf = (exchange: ExchangeName, code: string) => `${exchange}:${code}`;

async function readKnown({ db, clock }: CatalogueDeps): Promise<Known> {
  const enabled = await readEnabled(db);
  const assetsOf = createAssetNames(enabled);
  return {
    enabled,
    byId: new Map(enabled.map((each) => [each.id, each])),
    byName: new Map(enabled.map((each) => [nameOf(each.exchange, each.code), each])),
    assets: new Map(enabled.map((each) => [each.id, assetsOf(each)])),
    resolved: new WeakMap(),
    readAtMs: clock.now(),
  };
}

/** Reads the instruments and keeps them fresh for as long as they are asked for. */
export async function createCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const { catalogueMs: waitMs = PATIENCE_MS } = deps.waits ?? {};
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
  // A clock that was set back makes them old too.
  const isOld = () => Math.abs(deps.clock.now() - known.readAtMs) > MAX_AGE_MS;
  /** Begins to read what is old; a failure is logged once, whoever waits. */
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
  function lookUp(request: SymbolRequest | string): Instrument {
    const { byName } = known;
    try {
      return resolveSymbol((exchange, code) => byName.get(nameOf(exchange, code)), request);
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'NOT_FOUND';
      // It may have been added since.
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
      renew();
      if (reading && isOld()) await within(reading, waitMs).catch(() => undefined);
      const { resolved } = known;
      const isFrozen = typeof request === 'object' && Object.isFrozen(request);
      const before = isFrozen ? resolved.get(request) : undefined;
      if (before) return before;
      const found = lookUp(request);
      if (isFrozen) resolved.set(request, found);
      return found;
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
