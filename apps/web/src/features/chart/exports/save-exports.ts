import type { ChartComparison, LegendValues } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import type { QueryClient } from '@tanstack/react-query';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { humanReadableDate } from '../../../lib/format-time.ts';
import { loadTechnicalStudiesOf } from '../../../stores/technical-studies.ts';
import { showToast } from '../../../stores/toasts.ts';
import { comparedColumns, comparedRows } from '../compare/compared-exports.ts';
import { studiedInstruments } from '../compare/studied-instruments.ts';
import { STUDIES_MISSING } from '../model/messages.ts';
import type { ChartPreferences } from '../preferences/preferences.ts';
import { studiesOnChart, tabledStudies } from '../preferences/studies-on-chart.ts';
import { barsAsCsv, type CsvSetting, profileNotes } from './bars-csv.ts';
import { pictureWithWords } from './picture.ts';
import { type PictureSetting, pictureWords } from './picture-words.ts';

type Shown = Pick<PictureSetting, 'resolution' | 'zone' | 'nowMs' | 'replayMs'> & {
  info: SymbolInfo;
};

/** `FMP_BTCUSD_1D_2026-11-20_14-05.png`, in the chart's time zone; of a replay `Replay_FMP_…` with its moment. */
function nameOf({ info, resolution, zone, nowMs, replayMs }: Shown, extension: string): string {
  const moment = humanReadableDate(replayMs ?? nowMs, '1', zone)
    .replace(':', '-')
    .replace(' ', '_');
  const parts = [info.exchange, info.name, resolution, moment];
  return fileName(replayMs === null ? parts : ['Replay', ...parts], extension);
}

export type ShownPicture = Omit<PictureSetting, 'compared' | 'studied'> &
  Shown & {
    drawn: HTMLCanvasElement;
    /** Device pixels per CSS pixel. */
    ratio: number;
    compared: Parameters<typeof comparedRows>[0];
  };

/** Saves a picture of the chart with what it shows in words; rejects if it cannot be made. */
export async function savePicture(shown: ShownPicture, queryClient: QueryClient): Promise<void> {
  const compared = comparedRows(shown.compared, queryClient);
  const { of, read: readings } = shown.compared;
  const studied = studiedInstruments({ compared: of, readings }, queryClient);
  const words = pictureWords({ ...shown, compared, studied });
  const look = { ratio: shown.ratio, simulated: shown.info.simulated };
  downloadBlob(await pictureWithWords(shown.drawn, words, look), nameOf(shown, 'png'));
  showToast({ kind: 'success', text: 'Picture saved.' });
}

export type ShownBars = Omit<CsvSetting, 'studies' | 'compared' | 'studied' | 'notes'> &
  Shown & {
    closes: ReturnType<ChartComparison['closes']>;
    comparison: Parameters<typeof studiedInstruments>[0];
    preferences: ChartPreferences;
    /** Values of the legend, and the part of the bars that is in view. */
    values: LegendValues['studies'];
    view: { fromMs: number; toMs: number } | null;
  };

/** Saves the bars as CSV, without the values of studies whose code cannot be loaded. */
export async function saveCsv(shown: ShownBars, queryClient: QueryClient): Promise<void> {
  const { bars, preferences } = shown;
  const areStudiesLoaded = await loadTechnicalStudiesOf(preferences.studies);
  const onChart = studiesOnChart(preferences.studies, preferences.inputs);
  const text = barsAsCsv({
    ...shown,
    studies: tabledStudies(preferences.studies, preferences.inputs),
    compared: comparedColumns(shown.closes, queryClient),
    studied: studiedInstruments(shown.comparison, queryClient),
    notes: profileNotes(onChart, shown.values, shown.view),
  });
  const blob = new Blob([text], { type: 'text/csv;charset=utf-8' });
  downloadBlob(blob, nameOf(shown, 'csv'));
  const saved = `${bars.length} bars saved.`;
  if (areStudiesLoaded) showToast({ kind: 'success', text: saved });
  else showToast({ kind: 'error', text: `${saved} ${STUDIES_MISSING}` });
}
