import {
  type AvailableSymbol,
  type BvgInstrument,
  EXCHANGES,
  type ExchangeInstruments,
  type ExchangeName,
} from '@moneytrail/contract';
import {
  commodityOf,
  countAvailable,
  type EnabledInstrument,
  type Instrument,
  readEnabledNow,
  readSyncTimes,
} from '../../catalogue/index.ts';
import type { InstrumentDeps } from '../deps.ts';

/** A row of a vendor's list. */
export function availableSymbolOf(instrument: Instrument): AvailableSymbol {
  const { code, description, type, listedExchange } = instrument;
  return { code, description, type, exchange: { ...listedExchange } };
}

/** Contracts with what groups them; what is no contract is left out. */
export function bvgInstrumentsOf(instruments: readonly Instrument[]): BvgInstrument[] {
  return instruments.flatMap(({ code, description, type, startDate, endDate }) => {
    if (type !== 'futures' && type !== 'spread' && type !== 'split') return [];
    const commodity = commodityOf(code);
    return {
      contract: code,
      contractDisplay: description,
      startDate,
      endDate,
      commodity: commodity.code,
      commodityName: commodity.name,
      type,
    };
  });
}

function enabledOf({ instrument, isListed }: EnabledInstrument): ExchangeInstruments['enabled'][0] {
  const { startDate, endDate } = instrument;
  return { ...availableSymbolOf(instrument), startDate, endDate, isListed };
}

/** Every exchange with its enabled instruments as they are stored now. */
export async function listExchanges({
  db,
  feeds,
  feedStates,
}: Pick<InstrumentDeps, 'db' | 'feeds' | 'feedStates'>): Promise<ExchangeInstruments[]> {
  const enabled = await readEnabledNow(db);
  const available = await countAvailable(db, feeds);
  const syncedAtMs = await readSyncTimes(db, feeds);
  const offline = feedStates();
  const momentOf = (exchange: ExchangeName) => {
    const atMs = syncedAtMs.get(exchange);
    return atMs === undefined ? null : new Date(atMs).toISOString();
  };
  return EXCHANGES.map((exchange) => ({
    exchange,
    isOffline: offline[exchange],
    isSimulated: feeds[exchange].isSimulated,
    listSyncedAt: momentOf(exchange),
    availableCount: available.get(exchange) ?? 0,
    enabled: enabled.filter((each) => each.instrument.exchange === exchange).map(enabledOf),
  }));
}

/** One exchange with its enabled instruments. */
export async function readExchange(
  deps: Parameters<typeof listExchanges>[0],
  exchange: ExchangeName,
): Promise<ExchangeInstruments> {
  const found = (await listExchanges(deps)).find((each) => each.exchange === exchange);
  if (!found) throw new Error(`no exchange ${exchange}`);
  return found;
}
