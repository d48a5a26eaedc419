import { useEffect } from 'react';
import { useConnection } from '../../api/use-connection.ts';
import {
  loadTechnicalStudies,
  type TechnicalCode,
  useTechnicalCode,
} from '../../stores/technical-studies.ts';

/** Loads the catalogue of studies once it is wanted, and again when the connection is back after a failure. */
export function useStudyNames(isWanted: boolean): TechnicalCode {
  const isOnline = useConnection() === 'online';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the connection is another try.
  useEffect(() => {
    if (isWanted) void loadTechnicalStudies();
  }, [isWanted, isOnline]);
  return useTechnicalCode();
}
