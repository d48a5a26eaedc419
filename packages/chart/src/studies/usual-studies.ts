import { STUDIES } from '@moneytrail/indicators';
import type { ChartStudy } from '../chart-look.ts';

/** Every study of the catalogue once, as a new chart has them. */
export const USUAL_STUDIES: readonly ChartStudy[] = STUDIES.map(({ id }) => ({
  key: id,
  id,
  inputs: {},
  isVisible: true,
}));
