import { isResolution, type Resolution } from '@moneytrail/calendar';
import {
  RECORD_SIDES,
  RECORD_SOURCES,
  RECORD_STRENGTHS,
  type RecordSource,
} from '@moneytrail/contract';

export const RECORD_SPANS = ['1', '2', '5', '10'] as const;

/** Search parameters of the record of signals; those that are the default are absent. */
export type RecordSearch = {
  symbol?: string;
  resolution?: Resolution;
  source?: RecordSource;
  side?: (typeof RECORD_SIDES)[number];
  strength?: (typeof RECORD_STRENGTHS)[number];
  /** The last years; absent for all bars. */
  years?: (typeof RECORD_SPANS)[number];
};

/** Drops absent and unknown parameters. */
export function readRecordSearch(search: Record<string, unknown>): RecordSearch {
  const { symbol, resolution } = search;
  const source = RECORD_SOURCES.find((each) => each === search.source);
  const side = RECORD_SIDES.find((each) => each === search.side);
  const strength = RECORD_STRENGTHS.find((each) => each === search.strength);
  const years = RECORD_SPANS.find((each) => each === search.years);
  return {
    ...(typeof symbol === 'string' && symbol.trim() !== '' ? { symbol: symbol.slice(0, 80) } : {}),
    ...(typeof resolution === 'string' && isResolution(resolution) ? { resolution } : {}),
    ...(source === undefined ? {} : { source }),
    ...(side === undefined ? {} : { side }),
    ...(strength === undefined ? {} : { strength }),
    ...(years === undefined ? {} : { years }),
  };
}
