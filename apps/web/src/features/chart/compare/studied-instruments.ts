import type { ComparedInstrument, ComparedReading } from '@moneytrail/chart';
import type { QueryClient } from '@tanstack/react-query';
import { symbolQuery } from '../../../api/queries.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { isDrawn, isSourceLocked } from './compared-instruments.ts';

/** A compared instrument as studies that are computed from it show it. */
export type StudiedInstrument = {
  /** Decimals of its prices; null until it is found. */
  decimals: number | null;
  isLoading: boolean;
  /** The reason why its studies have no values at all; null if they have. */
  problem: string | null;
  /** The reason for a missing value beside others. */
  why: string;
};

type Comparison = {
  compared: readonly ComparedInstrument[];
  readings: readonly ComparedReading[];
};

function problemOf(symbol: string, { compared, readings }: Comparison): string | null {
  const code = shownCode(symbol);
  if (!compared.some((one) => one.symbol === symbol)) return `${code} is not compared here`;
  const load = readings.find((one) => one.symbol === symbol)?.load;
  if (load?.kind !== 'failed' || isDrawn(load)) return null;
  return `${code} ${isSourceLocked(load.cause) ? 'is locked' : 'could not be loaded'}`;
}

export function studiedInstrument(symbol: string, comparison: Comparison): StudiedInstrument {
  const reading = comparison.readings.find((one) => one.symbol === symbol);
  const problem = problemOf(symbol, comparison);
  return {
    decimals: reading?.precision ?? null,
    isLoading: problem === null && (!reading || !isDrawn(reading.load)),
    problem,
    why: problem ?? `${shownCode(symbol)} has no bar here, or too few before it`,
  };
}

/** For tables and files: `isSimulated` as everywhere. */
export type StudiedInstruments = (symbol: string) => StudiedInstrument & { isSimulated: boolean };

export function studiedInstruments(
  comparison: Comparison,
  queryClient: QueryClient,
): StudiedInstruments {
  return (symbol) => ({
    ...studiedInstrument(symbol, comparison),
    isSimulated: queryClient.getQueryData(symbolQuery(symbol).queryKey)?.simulated ?? false,
  });
}
