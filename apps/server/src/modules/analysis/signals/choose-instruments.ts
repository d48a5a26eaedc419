import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { type Catalogue, hasEnded, type Instrument } from '../../catalogue/index.ts';

/** A card's instrument: the first enabled one of `names`, else another of the sources, in their order. */
type Card = { names: readonly string[]; sources: readonly ExchangeName[] };

/** What everybody may see comes first, then what trades around the clock, then the grain of Safex. */
const CARDS: readonly Card[] = [
  { names: ['FMP:BTCUSD'], sources: ['FMP', 'Bitfinex', 'Tiingo'] },
  { names: ['Bitfinex:ETHUSD', 'FMP:ETHUSD'], sources: ['Bitfinex', 'Tiingo', 'FMP'] },
  { names: [], sources: ['BVG'] },
];

/** A contract of the main grain, the one that ends first: it trades most and has the longest history. */
function nearestContract(instruments: readonly Instrument[]): Instrument | undefined {
  const futures = instruments.filter(({ type }) => type === 'futures');
  const maize = futures.filter(({ code }) => code.startsWith('WMAZ'));
  const endOf = ({ endDate }: Instrument) => endDate ?? '9999';
  return (maize.length > 0 ? maize : futures).toSorted((a, b) =>
    endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0,
  )[0];
}

/**
 * The enabled instruments of the signal cards, none twice. `wished` names those of the first cards; where one is not
 * enabled, or not any more, another of its card stands in, and where there is none of its sources, any other. A contract
 * that has ended at `nowMs` is never chosen: nothing more comes of it.
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
    const others = [...sources, ...EXCHANGES].flatMap((exchange) => {
      const all = catalogue.enabled(exchange).filter((each) => !hasEnded(each, nowMs));
      return [exchange === 'BVG' ? nearestContract(all) : undefined, ...all];
    });
    const found = [...named, ...others].find(isFree);
    if (found) chosen.push(found);
  }
  return chosen;
}
