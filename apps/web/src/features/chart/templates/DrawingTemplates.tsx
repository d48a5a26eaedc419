import type { Drawing } from '@moneytrail/chart';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { changeStyle } from '../drawings/drawing-changes.ts';
import { TOOL_NAMES } from '../drawings/drawing-tools.ts';
import { useOwnDrawings } from '../drawings/use-own-drawings.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { readDrawingStyle } from '../preferences/drawing-preferences.ts';
import { TemplatesSection } from './TemplatesSection.tsx';

type Props = { controller: ChartController; id: string };

/** Style templates of a drawing's tool. */
export function DrawingTemplates({ controller, id }: Props) {
  const { openPanel } = useChartScreen();
  const drawing = useOwnDrawings(controller).find((one) => one.id === id);
  if (!drawing) return null;
  return (
    <Dialog
      title={`${TOOL_NAMES[drawing.tool]}: templates`}
      width={420}
      onClose={() => openPanel(NOTHING_OPEN)}
    >
      <OfDrawing controller={controller} drawing={drawing} />
    </Dialog>
  );
}

function OfDrawing({ controller, drawing }: { controller: ChartController; drawing: Drawing }) {
  const { saver } = useChartScreen();
  const apply = (content: string) => {
    let stored: unknown;
    try {
      stored = JSON.parse(content);
    } catch {
      return false;
    }
    const style = readDrawingStyle(drawing.tool, stored);
    if (!style) return false;
    saver?.markStep();
    changeStyle(controller, drawing, style);
    return true;
  };
  return (
    <TemplatesSection
      of={drawing.tool}
      about="Keeps colour, width, stroke and fill of this drawing."
      write={() => JSON.stringify(drawing.style)}
      apply={apply}
    />
  );
}
