import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { ChartBar, ChartComparison } from '@moneytrail/chart';
import {
  type Studied,
  type StudiesOver,
  startStudiesOver,
  studiedMarket,
  studiesOver,
} from '@moneytrail/chart/model';
import type { SymbolInfo } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import { useEffect, useState } from 'react';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';

type TabledBars = {
  bars: readonly ChartBar[];
  studies: readonly StudyOnChart[];
  resolution: Resolution;
  info: Pick<SymbolInfo, 'type' | 'marketHours'>;
  /** Starts studies of compared instruments over bars of the same moment; null without any. */
  instruments?: ReturnType<ChartComparison['frozen']>;
};

/** Studies on the chart are never computed from absent ones, so both are computed by themselves. */
function studiedParts({
  bars,
  studies,
  resolution,
  info,
  instruments = null,
}: TabledBars): Studied[] {
  const symbol = { hours: MARKET_HOURS[info.marketHours], isIndex: info.type === 'index' };
  const market = studiedMarket({ symbol, resolution });
  const columns = columnsFrom(bars);
  return [false, true].map((isAbsent) => ({
    columns,
    market,
    instruments,
    studies: studies
      .filter((study) => (study.isAbsent ?? false) === isAbsent)
      .map(({ key, id, chosenInputs }) => ({ key, id, inputs: chosenInputs, isVisible: true })),
  }));
}

/** The values of all studies, at once. */
export function allTabledValues(tabled: TabledBars): StudiesOver {
  return new Map(
    studiedParts(tabled).flatMap(({ studies, columns, market, instruments }) => [
      ...studiesOver(studies, columns, market, instruments),
    ]),
  );
}

function createTabledValues(tabled: TabledBars) {
  const values = createValueStore<StudiesOver>(new Map());
  return {
    values,
    /** Returns its end. */
    start(): () => void {
      const runs: ReturnType<typeof startStudiesOver>[] = [];
      const tell = () => values.set(new Map(runs.flatMap((run) => [...run.complete()])));
      for (const part of studiedParts(tabled)) {
        runs.push(startStudiesOver(part, { onComputed: tell }));
      }
      tell();
      return () => {
        for (const run of runs) run.end();
      };
    },
  };
}

/** The values of the studies that are complete, computed in turns. Other studies or bars need another component. */
export function useTabledValues(tabled: TabledBars): StudiesOver {
  const [run] = useState(() => createTabledValues(tabled));
  useEffect(() => run.start(), [run]);
  return useValue(run.values);
}
