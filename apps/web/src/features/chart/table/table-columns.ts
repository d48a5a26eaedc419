import type { Resolution } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import { columnsFrom, computeStudy, inputProblems, type ValueFormat } from '@moneytrail/indicators';
import { formatPrice, formatStudyValue, formatVolume } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { NO_BARS, NO_VOLUME } from '../model/messages.ts';
import { repeatsLevels } from '../preferences/repeats-levels.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { whyNoValue } from '../summary/why-unknown.ts';

/** A column of the table: its head, the text of a row, and what the column is sorted by, NaN where unknown. */
export type TableColumn = {
  key: string;
  head: string;
  text: (row: number) => string;
  value: (row: number) => number;
  /** Why a row has no value. */
  why: (row: number) => string;
};

/** The column that every row is known by: it is always shown. */
export const TIME_COLUMN = 'time';

type TableSetting = {
  bars: readonly ChartBar[];
  studies: readonly StudyOnChart[];
  resolution: Resolution;
  zone: string;
  decimals: number;
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

/** A column of a study's values, raw and in words. */
type StudyColumn = TableColumn & { format: ValueFormat };

/**
 * The values of every study whose inputs are in order; the combo's channels only where they are not the levels again.
 */
export function studyColumns({
  bars,
  studies,
  decimals,
}: Pick<TableSetting, 'bars' | 'studies' | 'decimals'>): StudyColumn[] {
  const columns = columnsFrom(bars);
  return studies.flatMap((study) => {
    const inputs = study.chosenInputs;
    const names = study.inputs.map(({ name }) => name);
    if (inputProblems(inputs, names).length > 0 || repeatsLevels(study)) return [];
    const values: Record<string, Float64Array> = computeStudy(study.id, columns, inputs);
    return study.outputs.map(({ key, label, format }) => ({
      key: `${study.key}.${key}`,
      head: label,
      format,
      text: (row: number) => formatStudyValue(format, values[key]?.[row], decimals),
      value: (row: number) => values[key]?.[row] ?? Number.NaN,
      why: (row: number) => {
        const bar = { barCount: row + 1, price: bars[row]?.close ?? Number.NaN };
        return whyNoValue(study, key, inputs, bar);
      },
    }));
  });
}

/** The bars and the values of every study, column by column. */
export function tableColumns(setting: TableSetting): TableColumn[] {
  return [...barColumns(setting), ...studyColumns(setting)];
}

/** By which column the table is sorted, and which way. */
export type TableSort = { key: string; isDescending: boolean };

export const NEWEST_FIRST: TableSort = { key: TIME_COLUMN, isDescending: true };

/** The other way round for the same column, the largest first for another one. */
export function nextSort(sort: TableSort, key: string): TableSort {
  return { key, isDescending: sort.key === key ? !sort.isDescending : true };
}

/** The rows in order; those whose value is not known stand last whichever way, equal ones newest first. */
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
