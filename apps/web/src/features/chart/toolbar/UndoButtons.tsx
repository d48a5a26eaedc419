import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useValue } from '../../../stores/use-value.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';

/** Undo and redo of the last step on any chart of the page. */
export function UndoButtons({ tipSide = 'bottom' }: { tipSide?: 'bottom' | 'right' }) {
  const { cells, undo, redo } = useChartScreen();
  const { undoSerial, redoSerial } = useValue(cells.steps);
  return (
    <>
      <ToolButton
        label="Undo"
        tipSide={tipSide}
        shortcut="Ctrl+Z"
        icon={<IconArrowBackUp size={20} stroke={1.75} />}
        disabled={undoSerial === null}
        onClick={undo}
      />
      <ToolButton
        label="Redo"
        tipSide={tipSide}
        shortcut="Ctrl+Y"
        icon={<IconArrowForwardUp size={20} stroke={1.75} />}
        disabled={redoSerial === null}
        onClick={redo}
      />
    </>
  );
}
