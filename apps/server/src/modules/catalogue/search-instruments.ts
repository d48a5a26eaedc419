import type { ExchangeName } from '@moneytrail/contract';
import type { Instrument } from './instrument.ts';

export type SearchOptions = { exchange?: ExchangeName | undefined; limit: number };

/** How well an instrument matches: its code, the beginning of it, a part of it, its description; null for not at all. */
function rankOf(instrument: Instrument, text: string): number | null {
  const code = instrument.code.toLowerCase();
  if (code === text) return 0;
  if (code.startsWith(text)) return 1;
  if (code.includes(text) || instrument.ticker.toLowerCase().includes(text)) return 2;
  return instrument.description.toLowerCase().includes(text) ? 3 : null;
}

/** Instruments whose code, ticker or description contains a text, compared in lower case, the best match first. */
export function searchInstruments(
  instruments: readonly Instrument[],
  text: string,
  limit: number,
): Instrument[] {
  const wanted = text.normalize('NFKC').trim().toLowerCase();
  if (wanted === '') return [];
  return instruments
    .flatMap((instrument) => {
      const rank = rankOf(instrument, wanted);
      return rank === null ? [] : [{ instrument, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ instrument }) => instrument);
}
