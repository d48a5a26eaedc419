import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useValue } from '../../../stores/use-value.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';

type Props = { controller: ChartController; tipSide?: 'bottom' | 'right' };

export function UndoButtons({ controller, tipSide = 'bottom' }: Props) {
  const { canUndo, canRedo } = useValue(controller.undo);
  const { history } = controller.engine;
  return (
    <>
      <ToolButton
        label="Undo"
        tipSide={tipSide}
        shortcut="Ctrl+Z"
        icon={<IconArrowBackUp size={20} stroke={1.75} />}
        disabled={!canUndo}
        onClick={() => history.undo()}
      />
      <ToolButton
        label="Redo"
        tipSide={tipSide}
        shortcut="Ctrl+Y"
        icon={<IconArrowForwardUp size={20} stroke={1.75} />}
        disabled={!canRedo}
        onClick={() => history.redo()}
      />
    </>
  );
}
