import type { Resolution } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import type { StudiesOver } from '@moneytrail/chart/model';
import type { SymbolInfo } from '@moneytrail/contract';
import { studyInputProblems, type ValueFormat } from '@moneytrail/indicators';
import { formatPrice, formatStudyValue, formatVolume } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { tickerExchange } from '../../../lib/ticker-code.ts';
import type { StudiedInstruments } from '../compare/studied-instruments.ts';
import { COMPUTING, NO_BARS, NO_VOLUME, SIMULATED } from '../model/messages.ts';
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

const STILL_COMPUTED = 'its values are still being computed';

/** Identifies a row, and is always shown. */
export const TIME_COLUMN = 'time';

type TableSetting = {
  bars: readonly ChartBar[];
  studies: readonly StudyOnChart[];
  resolution: Resolution;
  zone: string;
  decimals: number;
  info: Pick<SymbolInfo, 'ticker' | 'type' | 'marketHours'>;
  /** The instruments that studies are computed from. */
  studied: StudiedInstruments;
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

/** Whether a study has columns: not with invalid inputs, and not as the combo's channels that repeat the levels. */
const hasColumns = (study: StudyOnChart) =>
  studyInputProblems(study, study.chosenInputs).length === 0 && !repeatsLevels(study);

/** ` (Bitfinex, Simulated)`: a code may be that of several exchanges. */
function noteOf(instrument: string, isSimulated: boolean): string {
  const words = [tickerExchange(instrument), isSimulated && SIMULATED].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** The columns of studies; those of which `computed` has no values yet say so. */
export function studyColumns(
  {
    bars,
    studies,
    decimals: chartDecimals,
    info,
    studied,
  }: Pick<TableSetting, 'bars' | 'studies' | 'decimals' | 'info' | 'studied'>,
  computed: StudiesOver,
): StudyColumn[] {
  const isIndex = info.type === 'index';
  const shown = studies.filter(hasColumns);
  const present = shown.filter(({ isAbsent }) => !isAbsent);
  return shown.flatMap((study) => {
    const values = computed.get(study.key);
    const outputAt = (key: string, row: number) => values?.[key]?.[row] ?? Number.NaN;
    const valuesAt = (row: number) =>
      Object.fromEntries(study.outputs.map(({ key }) => [key, outputAt(key, row)]));
    const isMissing = isSourceMissing(study, present);
    const other = study.instrument === null ? null : studied(study.instrument);
    const decimals = other?.decimals ?? chartDecimals;
    const note = study.instrument && other ? noteOf(study.instrument, other.isSimulated) : '';
    return study.outputs.map(({ key, label, format }) => ({
      key: `${study.key}.${key}`,
      head: `${outputName(study, study.chosenInputs, { label })}${note}`,
      format,
      text: (row: number) =>
        values ? formatStudyValue(format, outputAt(key, row), decimals) : COMPUTING,
      value: (row: number) => outputAt(key, row),
      why: (row: number) => {
        if (!values) return STILL_COMPUTED;
        if (other && !isMissing) return other.why;
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

export function tableColumns(setting: TableSetting, computed: StudiesOver): TableColumn[] {
  return [...barColumns(setting), ...studyColumns(setting, computed)];
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
