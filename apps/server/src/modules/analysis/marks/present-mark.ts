import type { Mark } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { LedgerMark } from './store.ts';

/** The colours of rising and falling bars on a light ground; a chart in the dark takes its own by `side`. */
const COLOURS = { buy: '#098474', sell: '#B81D3C' } as const;

/** A mark in the contract's form. */
export function presentMark(mark: LedgerMark, notes: readonly string[]): Mark {
  const { id, side, isStrong, price, text, bar, publishedAtMs } = mark;
  return {
    id,
    time: bar.time,
    price,
    color: COLOURS[side],
    label: side === 'buy' ? 'B' : 'S',
    text,
    size: isStrong ? 2 : 1,
    shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
    side,
    strong: isStrong,
    formulaVersion: FORMULA_VERSION,
    publishedAt: publishedAtMs,
    notes: [...notes],
  };
}
