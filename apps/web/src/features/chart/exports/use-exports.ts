import { serverClock } from '../../../api/server-clock.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { humanReadableDate } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { isDrawn } from '../preferences/is-drawn.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { useStyledStudies } from '../preferences/use-styled-studies.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { useChartLayout } from '../screen/use-chart-layout.ts';
import { barsAsCsv } from './bars-csv.ts';
import { pictureWithWords } from './picture.ts';
import { pictureWords } from './picture-words.ts';

/** When the newest bar that is over began; null where none is. */
function lastClosedMs(controller: ChartController | null): number | null {
  return controller?.engine.closedBars(1).at(-1)?.time ?? null;
}

/** Saving what the chart shows: as a picture, as a table. */
export function useExports(): { savePicture: () => void; saveCsv: () => void } {
  const screen = useChartScreen();
  const { controller, info, resolution, zone, decimals, leftOutStudy } = screen;
  const preferences = usePreferences();
  const { inputs } = preferences;
  const styled = useStyledStudies();
  const isWide = useChartLayout() === 'wide';
  const isFolded = isWide ? preferences.isLegendFolded : !preferences.isPhoneLegendOpen;
  /** `FMP_BTCUSD_1D_2026-11-20_14-05.png`: by the clock of the chart. */
  const name = (extension: string) => {
    const moment = humanReadableDate(serverClock.now(), '1', zone)
      .replace(':', '-')
      .replace(' ', '_');
    return fileName([info.exchange, info.name, resolution, moment], extension);
  };
  const savePicture = async () => {
    if (!controller) return;
    try {
      const words = pictureWords({
        ...{ info, resolution, zone, decimals, inputs, isFolded },
        legend: controller.legend.get(),
        lastClosedMs: lastClosedMs(controller),
        places: controller.panes.get(),
        studies: styled.filter(({ id }) => isDrawn(id, preferences, leftOutStudy)),
        nowMs: serverClock.now(),
      });
      const drawn = controller.engine.picture();
      const look = { ratio: window.devicePixelRatio, simulated: info.simulated };
      downloadBlob(await pictureWithWords(drawn, words, look), name('png'));
      showToast({ kind: 'success', text: 'Picture saved.' });
    } catch {
      showToast({ kind: 'error', text: 'The picture could not be made.' });
    }
  };
  const saveCsv = () => {
    const bars = controller?.engine.bars() ?? [];
    const text = barsAsCsv({
      ...{ bars, info, resolution, zone, inputs, decimals },
      lastClosedMs: lastClosedMs(controller),
    });
    downloadBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name('csv'));
    showToast({ kind: 'success', text: `${bars.length} bars saved.` });
  };
  return { savePicture: () => void savePicture(), saveCsv };
}
