import { downloadBlob, fileName } from '../../../lib/download.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { barsAsCsv } from '../table/csv.ts';
import { pictureWithCaption } from './picture.ts';

/** Saving what the chart shows: as a picture, as a table. */
export function useExports(): { savePicture: () => void; saveCsv: () => void } {
  const { controller, info, resolution, zone } = useChartScreen();
  const name = (extension: string) => fileName([info.exchange, info.name, resolution], extension);
  const savePicture = async () => {
    if (!controller) return;
    try {
      downloadBlob(
        await pictureWithCaption(controller.engine.picture(), info, resolution),
        name('png'),
      );
      showToast({ kind: 'success', text: 'Picture saved.' });
    } catch {
      showToast({ kind: 'error', text: 'The picture could not be made.' });
    }
  };
  const saveCsv = () => {
    const bars = controller?.engine.bars() ?? [];
    const text = barsAsCsv(bars, { info, resolution, zone });
    downloadBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name('csv'));
    showToast({ kind: 'success', text: `${bars.length} bars saved.` });
  };
  return { savePicture: () => void savePicture(), saveCsv };
}
