import { findStudy, offerTechnicalStudies } from '@moneytrail/indicators';
import { useEffect } from 'react';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';

/** The code of the studies of the field: loaded with the first chart that has one, and with their catalogue. */
export type TechnicalCode = 'absent' | 'loading' | 'loaded' | 'failed';

const code = createValueStore<TechnicalCode>('absent');

/** Loads the code unless it is loaded or loading. A failure is told by the store and can be tried again. */
export async function loadTechnicalStudies(): Promise<void> {
  if (code.get() === 'loading' || code.get() === 'loaded') return;
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

/** Loads the code once one of some studies is of the field. */
export function useTechnicalStudiesOf(studies: readonly { id: string }[]): void {
  const isWanted = studies.some(({ id }) => findStudy(id) === undefined);
  useEffect(() => {
    if (isWanted) void loadTechnicalStudies();
  }, [isWanted]);
}
