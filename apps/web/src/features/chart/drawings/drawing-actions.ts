import type { Drawing, DrawingStyle, DrawingTool } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS, firstStyle } from '@moneytrail/chart/model';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { presentPreferences, updateDrawing } from '../preferences/preferences.ts';

/** Lets the next clicks draw; null gives the pointer back to the chart. What is drawn shall be seen. */
export function chooseTool(
  { engine, areDrawingsShown }: ChartController,
  tool: DrawingTool | null,
) {
  engine.drawings.setTool(tool);
  if (tool === null) return;
  areDrawingsShown.set(true);
  const { lastTools } = presentPreferences().drawing;
  updateDrawing({ lastTools: [tool, ...lastTools.filter((one) => one !== tool)] });
}

/** Changes how a drawing looks, and how the next ones of its tool will. */
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

/** A drawing and the next ones of its tool look as at first again. */
export function resetStyle({ engine }: ChartController, { id, tool }: Drawing): void {
  engine.drawings.change([id], { style: firstStyle(tool) });
  const { [tool]: _, ...styles } = presentPreferences().drawing.styles;
  updateDrawing({ styles });
}

/** Begins to write the words of a drawing, where it has any. */
export function writeWords({ writing }: ChartController, { id, tool, isLocked }: Drawing): boolean {
  if (!DRAWING_TOOL_DEFINITIONS[tool].hasText || isLocked) return false;
  writing.set({ id, isNew: false });
  return true;
}

/** Begins to write the words of the chosen drawing, where it has any. */
export function writeSelected(controller: ChartController): boolean {
  const { selected } = controller.drawing.get();
  return selected !== null && writeWords(controller, selected);
}

/** Takes drawings away in one step, and says how they come back. */
export function removeDrawings({ engine }: ChartController, drawings: readonly Drawing[]): void {
  const count = drawings.length;
  engine.drawings.remove(drawings.map(({ id }) => id));
  showToast({
    kind: 'success',
    text: count === 1 ? 'Drawing removed.' : `${count} drawings removed.`,
    action: { label: 'Undo', run: () => void engine.history.undo() },
  });
}

/** Keeps drawings where they are, or lets them be moved again. */
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

/** Puts a drawing out of sight, and says where it can be shown again. */
export function hideDrawing({ engine }: ChartController, { id }: Drawing): void {
  engine.drawings.change([id], { isVisible: false });
  engine.drawings.select(null);
  showToast({
    kind: 'success',
    text: 'Drawing hidden. The list of drawings shows it again.',
    action: { label: 'Undo', run: () => void engine.history.undo() },
  });
}
