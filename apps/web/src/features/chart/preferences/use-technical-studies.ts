import { useEffect } from 'react';
import { useConnection } from '../../../api/use-connection.ts';
import {
  lacksCode,
  loadTechnicalStudies,
  type Studies,
  useTechnicalCode,
} from '../../../stores/technical-studies.ts';

/** Loads the code once one of some studies is of the field, and again when the connection is back after a failure. */
export function useTechnicalStudiesOf(studies: Studies): void {
  const isWanted = lacksCode(studies);
  const isOnline = useConnection() === 'online';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the connection is another try.
  useEffect(() => {
    if (isWanted) void loadTechnicalStudies();
  }, [isWanted, isOnline]);
}

/** Whether some studies are missing because their code could not be loaded. */
export function useAreStudiesMissing(studies: Studies): boolean {
  return useTechnicalCode() === 'failed' && lacksCode(studies);
}
