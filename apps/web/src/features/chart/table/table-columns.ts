import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import { studiedMarket, studiesOver } from '@moneytrail/chart/model';
import type { SymbolInfo } from '@moneytrail/contract';
import { columnsFrom, studyInputProblems, type ValueFormat } from '@moneytrail/indicators';
import { formatPrice, formatStudyValue, formatVolume } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { NO_BARS, NO_VOLUME } from '../model/messages.ts';
import {
  isSourceMissing,
  outputName,
  repeatsLevels,
  type StudyOnChart,
} from '../preferences/studies-on-chart.ts';
import { whyNoValue } from '../summary/why-unknown.ts';

/** `value` sorts the column, NaN if unknown. */
export type TableColumn = {
  key: string;
  head: string;
  text: (row: number) => string;
  value: (row: number) => number;
  /** The reason for a missing value. */
  why: (row: number) => string;
};

/** Identifies a row, and is always shown. */
export const TIME_COLUMN = 'time';

type TableSetting = {
  bars: readonly ChartBar[];
  studies: readonly StudyOnChart[];
  resolution: Resolution;
  zone: string;
  decimals: number;
  info: Pick<SymbolInfo, 'ticker' | 'type' | 'marketHours'>;
};

function barColumns({ bars, resolution, zone, decimals }: TableSetting): TableColumn[] {
  const price = (key: 'open' | 'high' | 'low' | 'close', head: string): TableColumn => ({
    key,
    head,
    text: (row) => formatPrice(bars[row]?.[key], decimals),
    value: (row) => bars[row]?.[key] ?? Number.NaN,
    why: () => NO_BARS,
  });
  return [
    {
      key: TIME_COLUMN,
      head: 'Time',
      text: (row) => formatBarTime(bars[row]?.time ?? 0, resolution, zone),
      value: (row) => bars[row]?.time ?? Number.NaN,
      why: () => NO_BARS,
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    price('close', 'Close'),
    {
      key: 'volume',
      head: 'Volume',
      text: (row) => formatVolume(bars[row]?.volume),
      value: (row) => bars[row]?.volume ?? Number.NaN,
      why: () => NO_VOLUME,
    },
  ];
}

type StudyColumn = TableColumn & { format: ValueFormat };

/** The values of every study with valid inputs; without the combo's channels if they repeat the levels. */
export function studyColumns({
  bars,
  studies,
  decimals,
  info,
  resolution,
}: Pick<TableSetting, 'bars' | 'studies' | 'decimals' | 'info' | 'resolution'>): StudyColumn[] {
  const isIndex = info.type === 'index';
  const symbol = { hours: MARKET_HOURS[info.marketHours], isIndex };
  const shown = studies.filter(
    (study) => studyInputProblems(study, study.chosenInputs).length === 0 && !repeatsLevels(study),
  );
  const market = studiedMarket({ symbol, resolution });
  const columns = columnsFrom(bars);
  const valuesOf = (some: readonly StudyOnChart[]) => {
    const placed = some.map(({ key, id, chosenInputs: inputs }) => ({ key, id, inputs }));
    return studiesOver(
      placed.map((study) => ({ ...study, isVisible: true })),
      columns,
      market,
    );
  };
  const present = shown.filter(({ isAbsent }) => !isAbsent);
  const computed = new Map([
    ...valuesOf(present),
    ...valuesOf(shown.filter(({ isAbsent }) => isAbsent)),
  ]);
  return shown.flatMap((study) => {
    const values = computed.get(study.key) ?? {};
    const valuesAt = (row: number) =>
      Object.fromEntries(study.outputs.map(({ key }) => [key, values[key]?.[row] ?? Number.NaN]));
    const isMissing = isSourceMissing(study, present);
    return study.outputs.map(({ key, label, format }) => ({
      key: `${study.key}.${key}`,
      head: outputName(study, study.chosenInputs, { label }),
      format,
      text: (row: number) => formatStudyValue(format, values[key]?.[row], decimals),
      value: (row: number) => values[key]?.[row] ?? Number.NaN,
      why: (row: number) => {
        const price = bars[row]?.close ?? Number.NaN;
        return whyNoValue(study, key, study.chosenInputs, {
          barCount: row + 1,
          price,
          isIndex,
          isSourceMissing: isMissing,
          values: valuesAt(row),
        });
      },
    }));
  });
}

export function tableColumns(setting: TableSetting): TableColumn[] {
  return [...barColumns(setting), ...studyColumns(setting)];
}

export type TableSort = { key: string; isDescending: boolean };

export const NEWEST_FIRST: TableSort = { key: TIME_COLUMN, isDescending: true };

/** Reverses the order of the same column; another one starts with the largest. */
export function nextSort(sort: TableSort, key: string): TableSort {
  return { key, isDescending: sort.key === key ? !sort.isDescending : true };
}

/** The sorted rows; unknown values are last in either order, equal ones newest first. */
export function sortRows(
  columns: readonly TableColumn[],
  count: number,
  sort: TableSort,
): number[] {
  const newestFirst = Array.from({ length: count }, (_, index) => count - 1 - index);
  const column = columns.find(({ key }) => key === sort.key);
  if (!column) return newestFirst;
  const values = Float64Array.from({ length: count }, (_, row) => column.value(row));
  const isKnown = (row: number) => !Number.isNaN(values[row]);
  const sign = sort.isDescending ? -1 : 1;
  const known = newestFirst.filter(isKnown);
  known.sort((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)));
  return [...known, ...newestFirst.filter((row) => !isKnown(row))];
}
