import { findStudy, offerTechnicalStudies } from '@moneytrail/indicators';
import { createValueStore } from '../lib/value-store.ts';
import { useValue } from './use-value.ts';

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

export type Studies = readonly { id: string }[];

/** Whether one of some studies is of the field while its code is not loaded. */
export function lacksCode(studies: Studies): boolean {
  return studies.some(({ id }) => findStudy(id) === undefined);
}

/** Loads the code if one of some studies is of the field. Returns false if it could not be loaded. */
export async function loadTechnicalStudiesOf(studies: Studies): Promise<boolean> {
  if (!lacksCode(studies)) return true;
  await loadTechnicalStudies();
  return code.get() === 'loaded';
}
