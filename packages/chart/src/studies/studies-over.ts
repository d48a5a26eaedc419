import type { Columns } from '@moneytrail/indicators';
import type { ChartStudy } from '../chart-look.ts';
import type { StartInstrumentValues } from '../compare/instrument-values.ts';
import type { StudiedMarket } from './studied-market.ts';
import { createStudySet, type StudySetDeps } from './study-set.ts';
import type { Outputs } from './study-values.ts';

/** Given bars and the studies over them. */
export type Studied = {
  studies: readonly ChartStudy[];
  columns: Columns;
  market: StudiedMarket;
  /** Starts studies of compared instruments; without it they are undefined. */
  instruments?: StartInstrumentValues | null;
};

/** Values by key and output. */
export type StudiesOver = ReadonlyMap<string, Outputs>;

/** The values of studies over given bars, as a chart of these bars shows them. */
export function studiesOver(
  studies: readonly ChartStudy[],
  columns: Columns,
  market: StudiedMarket,
  instruments: StartInstrumentValues | null = null,
): StudiesOver {
  // A clock that stands still: everything is computed in the first turn.
  const studied = { studies, columns, market, instruments };
  return startStudiesOver(studied, { clockMs: () => 0 }).complete();
}

/** The same in turns between pictures, so that the page stays free: those that are `complete` become more with each call of `onComputed`. */
export function startStudiesOver(
  { studies, columns, market, instruments }: Studied,
  deps: StudySetDeps,
): { complete: () => StudiesOver; end: () => void } {
  const set = createStudySet(deps);
  if (instruments) set.startInstruments(instruments);
  set.choose(studies.map((study) => ({ ...study, isVisible: true })));
  set.restart(columns, columns.length, { market });
  set.cover(columns, 0, columns.length);
  return {
    complete() {
      const computing = set.computingAt(columns.length - 1);
      const done = set.shown().filter(({ key }) => !computing.includes(key));
      return new Map(done.map(({ key, values }) => [key, values.outputs()]));
    },
    end: set.end,
  };
}
