import {
  offeredTechnicalStudies,
  offerTechnicalStudies,
  type TechnicalStudy,
} from '@moneytrail/indicators';
import { afterEach, beforeEach } from 'vitest';

/** Offers studies of a test file in each of its tests. Other files of the worker have theirs again afterwards. */
export function offerInTests(studies: readonly TechnicalStudy[]): void {
  let before: readonly TechnicalStudy[];
  beforeEach(() => {
    before = offeredTechnicalStudies();
    offerTechnicalStudies(studies);
  });
  afterEach(() => offerTechnicalStudies(before));
}
