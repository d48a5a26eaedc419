import { findStudy, offerTechnicalStudies } from '@moneytrail/indicators';
import { useEffect } from 'react';
import { useConnection } from '../../../api/use-connection.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';

/** The code of the studies of the field: loaded with the first chart that has one, and with their catalogue. */
export type TechnicalCode = 'absent' | 'loading' | 'loaded' | 'failed';

const code = createValueStore<TechnicalCode>('absent');

let pending: Promise<void> = Promise.resolve();

/** Loads the code unless it is loaded or loading. A failure is told by the store and can be tried again. */
export function loadTechnicalStudies(): Promise<void> {
  if (code.get() === 'absent' || code.get() === 'failed') pending = load();
  return pending;
}

async function load(): Promise<void> {
  code.set('loading');
  try {
    const { TECHNICAL_STUDIES } = await import('@moneytrail/technical-indicators');
    offerTechnicalStudies(TECHNICAL_STUDIES);
    code.set('loaded');
  } catch {
    code.set('failed');
  }
}

export function presentTechnicalCode(): TechnicalCode {
  return code.get();
}

export function useTechnicalCode(): TechnicalCode {
  return useValue(code);
}

type Studies = readonly { id: string }[];

function lacksCode(studies: Studies): boolean {
  return studies.some(({ id }) => findStudy(id) === undefined);
}

/** Loads the code if one of some studies is of the field. Returns false if it could not be loaded. */
export async function loadTechnicalStudiesOf(studies: Studies): Promise<boolean> {
  if (!lacksCode(studies)) return true;
  await loadTechnicalStudies();
  return code.get() === 'loaded';
}

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
