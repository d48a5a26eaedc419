import type { Drawing, DrawingStyle } from '@moneytrail/chart';
import { firstStyle } from '@moneytrail/chart/model';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { presentPreferences, updateDrawing } from '../preferences/preferences.ts';

/** Changes the style of a drawing and of the next ones of its tool. */
export function changeStyle(
  { engine }: ChartController,
  { id, tool, style }: Drawing,
  change: Partial<DrawingStyle>,
): void {
  const changed = { ...style, ...change };
  engine.drawings.change([id], { style: changed });
  const { styles } = presentPreferences().drawing;
  updateDrawing({ styles: { ...styles, [tool]: changed } });
}

/** Restores the first style of a drawing and of the next ones of its tool. */
export function resetStyle({ engine }: ChartController, { id, tool }: Drawing): void {
  engine.drawings.change([id], { style: firstStyle(tool) });
  const { [tool]: _, ...styles } = presentPreferences().drawing.styles;
  updateDrawing({ styles });
}

export function lockAll(
  { engine }: ChartController,
  drawings: readonly Drawing[],
  isLocked: boolean,
): void {
  engine.drawings.change(
    drawings.map(({ id }) => id),
    { isLocked },
  );
}

export function hideDrawing({ engine }: ChartController, { id }: Drawing): void {
  engine.drawings.change([id], { isVisible: false });
  engine.drawings.select(null);
  showToast({
    kind: 'success',
    text: 'Drawing hidden. Show it again from the list of drawings.',
    action: { label: 'Undo', run: () => engine.drawings.change([id], { isVisible: true }) },
  });
}
