import { useQueryClient } from '@tanstack/react-query';
import { serverClock } from '../../../api/server-clock.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { humanReadableDate } from '../../../lib/format-time.ts';
import { loadTechnicalStudiesOf } from '../../../stores/technical-studies.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { STUDIES_MISSING } from '../model/messages.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { usePreferences, useStudiesOnChart } from '../preferences/preferences.ts';
import { tabledStudies } from '../preferences/studies-on-chart.ts';

const loadCompared = () => import('../compare/compared-exports.ts');
const loadPicture = () =>
  Promise.all([import('./picture-words.ts'), import('./picture.ts'), loadCompared()]);
const loadCsv = () => Promise.all([import('./bars-csv.ts'), loadCompared()]);

/** Loads the code of exports in advance, so that they work offline. A failure is reported when an export is used. */
export function preloadExports(): void {
  for (const code of [loadPicture(), loadCsv()]) code.catch(() => {});
}

/** Time of the newest closed bar. */
function lastClosedMs(controller: ChartController | null): number | null {
  return controller?.engine.closedBars(1).at(-1)?.time ?? null;
}

/** Saves the chart as a picture or its bars as CSV. */
export function useExports(): { savePicture: () => void; saveCsv: () => void } {
  const screen = useChartScreen();
  const { controller, info, resolution, zone, decimals, leftOutStudy } = screen;
  const queryClient = useQueryClient();
  const preferences = usePreferences();
  const onChart = useStudiesOnChart();
  const isWide = useChartLayout() === 'wide';
  const isFolded = isWide ? preferences.isLegendFolded : !preferences.isPhoneLegendOpen;
  /** `FMP_BTCUSD_1D_2026-11-20_14-05.png`, in the chart's time zone; of a replay `Replay_FMP_…` with its moment. */
  const name = (extension: string) => {
    const replayMs = controller?.replayMs.get() ?? null;
    const moment = humanReadableDate(replayMs ?? serverClock.now(), '1', zone)
      .replace(':', '-')
      .replace(' ', '_');
    const parts = [info.exchange, info.name, resolution, moment];
    return fileName(replayMs === null ? parts : ['Replay', ...parts], extension);
  };
  const savePicture = async () => {
    if (!controller) return;
    // The picture is taken now, before its code is loaded.
    const drawn = controller.engine.picture();
    const setting = {
      info,
      resolution,
      zone,
      decimals,
      isFolded,
      legend: controller.legend.get(),
      lastClosedMs: lastClosedMs(controller),
      places: controller.panes.get(),
      studies: onChart.filter(({ key, isVisible }) => isVisible && key !== leftOutStudy),
      nowMs: serverClock.now(),
      replayMs: controller.replayMs.get(),
    };
    const compared = { of: controller.compared.get(), read: controller.comparedReadings.get() };
    const at = name('png');
    try {
      const [{ pictureWords }, { pictureWithWords }, { comparedRows }] = await loadPicture();
      const rows = comparedRows(compared, queryClient);
      const words = pictureWords({ ...setting, compared: rows });
      const look = { ratio: window.devicePixelRatio, simulated: info.simulated };
      downloadBlob(await pictureWithWords(drawn, words, look), at);
      showToast({ kind: 'success', text: 'Picture saved.' });
    } catch {
      showToast({ kind: 'error', text: 'The picture could not be made.' });
    }
  };
  const saveCsv = async () => {
    const bars = controller?.engine.bars() ?? [];
    const setting = {
      bars,
      info,
      resolution,
      zone,
      decimals,
      lastFinalMs: controller?.engine.lastFinalMs() ?? null,
      replayMs: controller?.replayMs.get() ?? null,
    };
    const inView = {
      values: controller?.legend.get()?.studies ?? {},
      span: controller?.visible.get() ?? null,
    };
    const closes = controller?.engine.comparison.closes() ?? [];
    const at = name('csv');
    try {
      const [[{ barsAsCsv, profileNotes }, { comparedColumns }], areStudiesLoaded] =
        await Promise.all([loadCsv(), loadTechnicalStudiesOf(preferences.studies)]);
      const studies = tabledStudies(preferences.studies, preferences.inputs);
      const compared = comparedColumns(closes, queryClient);
      const notes = profileNotes(onChart, inView.values, inView.span);
      const text = barsAsCsv({ ...setting, studies, compared, notes });
      downloadBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), at);
      const saved = `${bars.length} bars saved.`;
      if (areStudiesLoaded) showToast({ kind: 'success', text: saved });
      else showToast({ kind: 'error', text: `${saved} ${STUDIES_MISSING}` });
    } catch {
      showToast({ kind: 'error', text: 'The bars could not be saved.' });
    }
  };
  return { savePicture: () => void savePicture(), saveCsv: () => void saveCsv() };
}
