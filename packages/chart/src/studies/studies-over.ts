import type { Columns } from '@moneytrail/indicators';
import type { ChartStudy } from '../chart-look.ts';
import type { StudiedMarket } from './studied-market.ts';
import { createStudySet } from './study-set.ts';
import type { Outputs } from './study-values.ts';

/** The values of studies over given bars by key and output, as a chart of these bars shows them. */
export function studiesOver(
  studies: readonly ChartStudy[],
  columns: Columns,
  market: StudiedMarket,
): ReadonlyMap<string, Outputs> {
  // A clock that stands still: everything is computed in the first turn.
  const set = createStudySet({ clockMs: () => 0 });
  set.choose(studies.map((study) => ({ ...study, isVisible: true })));
  set.restart(columns, columns.length, { market });
  set.cover(columns, 0, columns.length);
  return new Map(set.shown().map(({ key, values }) => [key, values.outputs()]));
}
