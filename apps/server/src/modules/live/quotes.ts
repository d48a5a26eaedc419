import { SECOND_MS } from '@moneytrail/calendar';
import { getQuotes, parseSymbol, type SymbolQuote } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type TickBus } from '../../bus/index.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import type { Call, Router } from '../../http/route.ts';
import type { Clock } from '../../steady-clock.ts';
import { type NewestStored, readNewestStored } from '../bars/index.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import type { Live } from './live.ts';
import { newestPriceOf, type SessionFigures } from './newest-price.ts';

type QuoteRoutesDeps = StoredPricesDeps & {
  catalogue: Pick<Catalogue, 'byName'>;
  live: { registry: Pick<Live['registry'], 'newestTick'> };
  clock: Clock;
  /** Charged for prices that have to be read. */
  budget: CallerBudget;
};

/** The newest known price of an instrument and the figures of its session. */
export type KnownQuote = {
  instrument: Instrument;
  quote: SymbolQuote;
  session: SessionFigures | null;
  /** Closes of the session of the newest stored minute, oldest first; see `SessionSoFar`. */
  sparkline: readonly number[];
};

/** The newest known prices of instruments that the caller may see; instruments without one are left out. */
export type ReadQuotes = (
  instruments: readonly Instrument[],
  caller: Pick<Call<unknown, unknown, unknown>, 'user' | 'ip'>,
) => Promise<KnownQuote[]>;

/** `GET /api/data/quotes`: prices without asking a feed. Returns the reader, which other routes share. */
export function quoteRoutes(router: Router<Instrument>, deps: QuoteRoutesDeps): ReadQuotes {
  const { catalogue, live, clock, budget, feeds } = deps;
  const storedPrices = createStoredPrices(deps);

  const readQuotes: ReadQuotes = async (instruments, caller) => {
    const kept = storedPrices.kept(instruments);
    const missing = instruments.filter(({ id }) => !kept.has(id));
    const read =
      missing.length === 0
        ? kept
        : await budget.run(callerName(caller), () => storedPrices.read(missing), { mayWait: true });
    return instruments.flatMap((instrument): KnownQuote[] => {
      const { id, exchange, code, priceScale, hours } = instrument;
      const stored = kept.get(id) ?? read.get(id);
      if (!stored) return [];
      const tick = live.registry.newestTick(id);
      const newest = newestPriceOf(hours, { stored, tick }, clock.now());
      if (!newest) return [];
      const { session, ...price } = newest;
      const { isSimulated: simulated } = feeds[exchange];
      const sparkline = stored.minutes.session?.closes ?? [];
      return [
        {
          instrument,
          quote: { exchange, code, priceScale, ...price, simulated },
          session,
          sparkline,
        },
      ];
    });
  };
  /** The instrument of an exact `EXCHANGE:CODE`, or of another notation that names the exchange. */
  function find(name: string): Instrument | undefined {
    const exact = catalogue.byName(name);
    if (exact) return exact;
    const parsed = parseSymbol(name);
    if (!parsed.ok || !parsed.symbol.exchange) return undefined;
    return catalogue.byName(`${parsed.symbol.exchange}:${parsed.symbol.code}`);
  }
  router.route(getQuotes, async (call) => {
    const named = call.query.symbols.flatMap((symbol) => find(symbol) ?? []);
    const seen = [...new Set(named)].filter((each) => call.isEntitled(each));
    return (await readQuotes(seen, call)).map(({ quote }) => quote);
  });
  router.app.addHook('onClose', async () => storedPrices.close());
  return readQuotes;
}

type StoredPricesDeps = Parameters<typeof readNewestStored>[0] & {
  bus: TickBus;
  clock: Pick<Clock, 'monotonicMs'>;
};

/** Writes of another process that went unnoticed are seen after this time. */
const KEPT_MS = 5 * SECOND_MS;
/** Each takes some hundred bytes. */
const MOST_KEPT = 5_000;

/** Caches the newest stored bars of instruments until new ones are written, five seconds at most; unchanged chunks are not unpacked again. */
function createStoredPrices(deps: StoredPricesDeps) {
  const memory = new LRUCache<number, { stored: NewestStored; readMs: number }>({ max: MOST_KEPT });
  /** For each read under way, the instruments written since its start, which it may have missed. */
  const underWay = new Set<Set<number>>();
  const leave = deps.bus.subscribe(BARS_WRITTEN, ({ instrumentId }) => {
    const kept = memory.peek(instrumentId);
    if (kept) kept.readMs = Number.NEGATIVE_INFINITY;
    for (const written of underWay) written.add(instrumentId);
  });
  function find(instruments: readonly Instrument[], sinceMs: number): Map<number, NewestStored> {
    const found = new Map<number, NewestStored>();
    for (const { id } of instruments) {
      const kept = memory.get(id);
      if (kept && kept.readMs >= sinceMs) found.set(id, kept.stored);
    }
    return found;
  }
  return {
    /** The cached bars by instrument id, as far as they are fresh. */
    kept: (instruments: readonly Instrument[]) =>
      find(instruments, deps.clock.monotonicMs() - KEPT_MS),
    read: async (instruments: readonly Instrument[]) => {
      const written = new Set<number>();
      underWay.add(written);
      const readMs = deps.clock.monotonicMs();
      try {
        const known = find(instruments, Number.NEGATIVE_INFINITY);
        const newest = await readNewestStored(deps, instruments, known);
        for (const [id, stored] of newest) {
          memory.set(id, { stored, readMs: written.has(id) ? Number.NEGATIVE_INFINITY : readMs });
        }
        return newest;
      } finally {
        underWay.delete(written);
      }
    },
    close: leave,
  };
}
