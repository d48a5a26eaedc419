import type { ComparedInstrument } from '@moneytrail/chart';
import { COMPARED_COLOURS, MOST_COMPARED } from '@moneytrail/chart/model';

type Compared = readonly ComparedInstrument[];

/** One more instrument, in the first colour that is free; null where there is room for no more. */
export function withCompared(compared: Compared, symbol: string): Compared | null {
  if (compared.some((one) => one.symbol === symbol)) return compared;
  if (compared.length >= MOST_COMPARED) return null;
  const free = COMPARED_COLOURS.find((colour) => compared.every((one) => one.colour !== colour));
  return [...compared, { symbol, colour: free ?? COMPARED_COLOURS[0], isVisible: true }];
}

export function withoutCompared(compared: Compared, symbol: string): Compared {
  return compared.filter((one) => one.symbol !== symbol);
}

/** Shows what was hidden, or hides it; its place and colour stay. */
export function toggledCompared(compared: Compared, symbol: string): Compared {
  return compared.map((one) =>
    one.symbol === symbol ? { ...one, isVisible: !one.isVisible } : one,
  );
}
