import { isResolution, STORED_RESOLUTIONS, type StoredResolution } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { Catalogue, Instrument } from '../modules/catalogue/index.ts';
import { UsageError } from './run-command.ts';

export function resolutionArgument(text: string | undefined): StoredResolution {
  if (text === undefined) throw new UsageError('--resolution is missing');
  const found = STORED_RESOLUTIONS.find((each) => each === text.toUpperCase());
  if (found) return found;
  const why = isResolution(text) ? 'is built from finer bars and not stored' : 'is unknown';
  throw new UsageError(`--resolution ${text} ${why}: use ${STORED_RESOLUTIONS.join(', ')}`);
}

export async function instrumentArgument(
  catalogue: Catalogue,
  text: string | undefined,
): Promise<Instrument> {
  if (text === undefined) throw new UsageError('--instrument is missing');
  try {
    return await catalogue.resolve(text);
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(`--instrument ${text}: ${error.message}`);
    throw error;
  }
}

/** An ISO 8601 date or time, UTC without a zone; `absent` if the option is missing. */
export function momentArgument(name: string, text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  const isBare = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text);
  const timeMs = Date.parse(isBare ? `${text}Z` : text);
  if (Number.isNaN(timeMs)) throw new UsageError(`--${name} ${text} is no ISO 8601 date or time`);
  return timeMs;
}
