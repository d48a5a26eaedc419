import { COMPARED_COLOURS, type ComparedInstrument, MOST_COMPARED } from '../chart-comparison.ts';
import { list, oneOf, record, text } from './fields.ts';

const LONGEST_SYMBOL = 64;

/** Stored instruments that are compared, each once. */
export function readCompared(stored: unknown): ComparedInstrument[] {
  const read = new Map<string, ComparedInstrument>();
  for (const fields of list(stored).map(record)) {
    const symbol = text(fields.symbol, LONGEST_SYMBOL);
    if (symbol === '' || read.has(symbol) || read.size === MOST_COMPARED) continue;
    const usual = COMPARED_COLOURS[read.size] ?? COMPARED_COLOURS[0];
    const colour = oneOf(fields.colour, COMPARED_COLOURS, usual);
    read.set(symbol, { symbol, colour, isVisible: fields.isVisible !== false });
  }
  return [...read.values()];
}
