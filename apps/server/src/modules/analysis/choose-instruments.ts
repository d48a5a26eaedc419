import { type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import { type Catalogue, hasEnded, type Instrument } from '../catalogue/index.ts';

/** A card shows the first enabled instrument of `names`, else another of the sources, in their order. */
type Card = { names: readonly string[]; sources: readonly ExchangeName[] };

/** First the free instrument, then one that trades around the clock, then a grain of Safex. */
const CARDS: readonly Card[] = [
  { names: ['FMP:BTCUSD'], sources: ['FMP', 'Bitfinex', 'Tiingo'] },
  { names: ['Bitfinex:ETHUSD', 'FMP:ETHUSD'], sources: ['Bitfinex', 'Tiingo', 'FMP'] },
  { names: [], sources: ['BVG'] },
];

/** The contract of the main grain that ends first: it has the most trades and the longest history. */
function nearestContract(instruments: readonly Instrument[]): Instrument | undefined {
  const futures = instruments.filter(({ type }) => type === 'futures');
  const maize = futures.filter(({ code }) => code.startsWith('WMAZ'));
  const endOf = ({ endDate }: Instrument) => endDate ?? '9999';
  return (maize.length > 0 ? maize : futures).toSorted((a, b) =>
    endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0,
  )[0];
}

/**
 * The enabled instruments of the signal cards, without duplicates. `wished` names those of the first cards; one that is
 * not enabled is replaced by another of its card's sources, or of any source. Ended contracts are never chosen.
 */
export function chooseInstruments(
  catalogue: Pick<Catalogue, 'enabled' | 'byName'>,
  wished: readonly string[],
  nowMs: number,
): Instrument[] {
  const chosen: Instrument[] = [];
  const isFree = (instrument: Instrument | undefined): instrument is Instrument =>
    instrument !== undefined && !hasEnded(instrument, nowMs) && !chosen.includes(instrument);
  for (const [place, { names, sources }] of CARDS.entries()) {
    const wish = wished[place];
    const named = [...(wish === undefined ? [] : [wish]), ...names].map(catalogue.byName);
    const others = [...sources, ...FEED_EXCHANGES].flatMap((exchange) => {
      const all = catalogue.enabled(exchange).filter((each) => !hasEnded(each, nowMs));
      return [exchange === 'BVG' ? nearestContract(all) : undefined, ...all];
    });
    const found = [...named, ...others].find(isFree);
    if (found) chosen.push(found);
  }
  return chosen;
}
