import type { StudyInputs } from '../inputs.ts';
import { combo } from './definitions/combo.ts';
import { deployment } from './definitions/deployment.ts';
import { longTermLevels, shortTermLevels } from './definitions/levels.ts';
import { liquiditySpread } from './definitions/liquidity-spread.ts';
import { longShortPercentage } from './definitions/long-short-percentage.ts';
import { tightness } from './definitions/tightness.ts';
import type { HouseDefinition, Study, StudyId } from './study.ts';

/** Every study by id, in the order of menus, forms and legends. */
export const STUDY_BY_ID: { readonly [Id in StudyId]: Study<Id> } = {
  shortTermLevels,
  longTermLevels,
  combo,
  tightness,
  liquiditySpread,
  longShortPercentage,
  deployment,
};

/** The studies of the house, in the order of menus, forms and legends. */
export const STUDIES: readonly HouseDefinition[] = Object.values(STUDY_BY_ID);

/** The number of bars until every output of every study is defined. */
export function barsNeeded(inputs: StudyInputs): number {
  return Math.max(...STUDIES.map((study) => study.neededBars(inputs)));
}
