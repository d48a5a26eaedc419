import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import type { ChartBar, ChartComparison, LegendValues } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { isOfView, type ValueFormat } from '@moneytrail/indicators';
import { type CsvValue, csvTable } from '../../../lib/csv.ts';
import { humanReadableDate } from '../../../lib/format-time.ts';
import type { StudiedInstruments } from '../compare/studied-instruments.ts';
import { SIMULATED } from '../model/messages.ts';
import { inputsText, type StudyOnChart } from '../preferences/studies-on-chart.ts';
import { studyColumns } from '../table/table-columns.ts';
import { allTabledValues } from '../table/tabled-values.ts';

const UNITS: Readonly<Record<ValueFormat, string>> = {
  price: '',
  priceChange: '',
  number: '',
  amount: '',
  percent: ' (%)',
  signedPercent: ' (%)',
  percentagePoints: ' (percentage points)',
  basisPoints: ' (bps)',
  signedInteger: '',
};

export type CsvSetting = {
  bars: readonly ChartBar[];
  /** Time of the newest bar that can no longer change; null without one. */
  lastFinalMs: number | null;
  info: Pick<SymbolInfo, 'ticker' | 'type' | 'marketHours' | 'simulated'>;
  resolution: Resolution;
  zone: string;
  /** The replayed moment; null for live bars. */
  replayMs: number | null;
  studies: readonly StudyOnChart[];
  decimals: number;
  /** Starts studies of compared instruments over bars of the same moment. */
  instruments: ReturnType<ChartComparison['frozen']>;
  studied: StudiedInstruments;
  /** Closes of compared instruments, one a bar; NaN where none is known. */
  compared: readonly { head: string; values: Float64Array }[];
  /** Lines of text before the heads. */
  notes?: readonly string[];
};

/** The visible profiles of the view, which have no values of bars, in a line each. `values` are those of the legend. */
export function profileNotes(
  studies: readonly StudyOnChart[],
  values: LegendValues['studies'],
  view: { fromMs: number; toMs: number } | null,
): string[] {
  if (!view) return [];
  const time = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
  return studies.flatMap((study) => {
    const known = study.outputs.flatMap(({ key, label }) => {
      const value = values[study.key]?.[key] ?? null;
      return value === null ? [] : [`${label} ${value}`];
    });
    if (!isOfView(study) || !study.isVisible || known.length === 0) return [];
    const name = `${study.shortName} ${inputsText(study, study.chosenInputs)}`;
    return [
      `${name} of the bars from ${time(view.fromMs)} to ${time(view.toMs)}: ${known.join('; ')}`,
    ];
  });
}

type CsvColumn = { head: string; value: (row: number, bar: ChartBar) => CsvValue };

function csvColumns(setting: CsvSetting): CsvColumn[] {
  const { resolution, zone, info, lastFinalMs } = setting;
  // Bars from a day up are dates, the same in every zone.
  const isDate = isDateResolution(resolution);
  const time = (ms: number) => {
    const iso = new Date(ms).toISOString();
    return isDate ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
  };
  const studies = studyColumns(setting, allTabledValues(setting)).map(
    ({ head, format, value }) => ({
      head: `${head.replace(/ %$/, '')}${UNITS[format]}`,
      value,
    }),
  );
  return [
    {
      head: isDate ? 'time (ISO 8601)' : 'time (ISO 8601, UTC)',
      value: (_, bar) => time(bar.time),
    },
    {
      head: isDate ? 'humanReadableDate' : `humanReadableDate (${zone})`,
      value: (_, bar) => humanReadableDate(bar.time, resolution, zone),
    },
    { head: 'open', value: (_, bar) => bar.open },
    { head: 'high', value: (_, bar) => bar.high },
    { head: 'low', value: (_, bar) => bar.low },
    { head: 'close', value: (_, bar) => bar.close },
    { head: 'volume', value: (_, bar) => bar.volume },
    { head: 'closed', value: (_, bar) => lastFinalMs !== null && bar.time <= lastFinalMs },
    { head: 'symbol', value: () => info.ticker },
    { head: 'resolution', value: () => resolution },
    ...studies,
    ...setting.compared.map(({ head, values }) => ({
      head,
      value: (row: number) => values[row] ?? Number.NaN,
    })),
  ];
}

/**
 * Bars and study values as CSV, oldest first, in full precision and without thousands separators. A first line marks
 * simulated prices, another one a replay and its moment, and one each profile of the view; heads name time zones and units; `closed` is FALSE for the bar that may still change.
 */
export function barsAsCsv(setting: CsvSetting): string {
  const columns = csvColumns(setting);
  const rows = setting.bars.map((bar, row) => columns.map(({ value }) => value(row, bar)));
  const { replayMs } = setting;
  const notes = [
    ...(setting.info.simulated ? [SIMULATED] : []),
    ...(replayMs === null ? [] : [`Replay until ${new Date(replayMs).toISOString()}`]),
    ...(setting.notes ?? []),
  ];
  return csvTable([columns.map(({ head }) => head), ...rows], notes);
}
