import type { ChartController } from '../controller/chart-controller.ts';
import { chooseTool, removeDrawings, writeSelected } from '../drawings/drawing-actions.ts';
import type { ChartCommand } from './chart-keys.ts';

/** Runs what a key asks of drawings and of their history; false where it means nothing to them now. */
export function runDrawingCommand(controller: ChartController, command: ChartCommand): boolean {
  const { engine, drawing } = controller;
  const { selected, tool } = drawing.get();
  switch (command.kind) {
    case 'tool':
      chooseTool(controller, command.tool);
      return true;
    case 'undo':
      engine.history.undo();
      return true;
    case 'redo':
      engine.history.redo();
      return true;
    case 'move':
      // A point is put where the crosshair stands: with a tool it goes to any price.
      return tool
        ? engine.moveCrosshair(command.bars, command.px)
        : engine.drawings.nudge(command.bars, command.px);
    case 'enter':
      return tool ? engine.drawings.putAtCrosshair() : writeSelected(controller);
    case 'clone':
      if (selected) engine.drawings.clone(selected.id);
      return selected !== null;
    case 'remove':
      if (selected) removeDrawings(controller, [selected]);
      return selected !== null;
    default:
      return false;
  }
}
