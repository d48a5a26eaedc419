import type { Drawing, DrawingTool } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS } from '@moneytrail/chart/model';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { presentPreferences, updateDrawing } from '../preferences/preferences.ts';

/** Chooses a tool for the next clicks; null returns to the cursor. Drawings are shown while one is drawn. */
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

/** Starts editing the text of a drawing; false if it has none or is locked. */
export function editText({ writing }: ChartController, { id, tool, isLocked }: Drawing): boolean {
  if (!DRAWING_TOOL_DEFINITIONS[tool].hasText || isLocked) return false;
  writing.set({ id, isNew: false });
  return true;
}

/** Starts editing the text of the selected drawing; false if there is none to edit. */
export function editSelectedText(controller: ChartController): boolean {
  const { selected } = controller.drawing.get();
  return selected !== null && editText(controller, selected);
}

/** Removes drawings in one undo step. */
export function removeDrawings({ engine }: ChartController, drawings: readonly Drawing[]): void {
  const count = drawings.length;
  const bringBack = engine.drawings.remove(drawings.map(({ id }) => id));
  showToast({
    kind: 'success',
    text: count === 1 ? 'Drawing removed.' : `${count} drawings removed.`,
    action: { label: 'Undo', run: bringBack },
  });
}
