import { RESOLUTIONS, type Resolution, SECOND_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { ProtocolQuery } from '../../../http/protocol.ts';

/** Seconds as clients write them: fractions and moments before 1970 among them. */
const SECONDS = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const COUNT = /^\d{1,9}$/;
/** Days, weeks and months are written with or without their number. */
const WITHOUT_NUMBER: Readonly<Record<string, Resolution>> = { D: '1D', W: '1W', M: '1M' };

/** A moment of a query, in whole milliseconds; throws `BAD_REQUEST` for what is none. */
export function momentOf(query: ProtocolQuery, name: string): number {
  const text = query[name] ?? '';
  if (SECONDS.test(text)) return Math.floor(Number(text) * SECOND_MS);
  throw new AppError('BAD_REQUEST', `${name}: must be a number of seconds`);
}

/** A number of a query; null where there is none. */
export function countOf(query: ProtocolQuery, name: string): number | null {
  const text = query[name] ?? '';
  if (text === '') return null;
  if (COUNT.test(text)) return Number(text);
  throw new AppError('BAD_REQUEST', `${name}: must be a whole number`);
}

/** The resolution of a query among those that are offered. */
export function resolutionOf(
  { resolution = '' }: ProtocolQuery,
  offered: readonly Resolution[] = RESOLUTIONS,
): Resolution {
  const name = WITHOUT_NUMBER[resolution] ?? resolution;
  const found = offered.find((each) => each === name);
  if (found) return found;
  throw new AppError('BAD_REQUEST', `resolution: must be one of ${offered.join(', ')}`);
}
