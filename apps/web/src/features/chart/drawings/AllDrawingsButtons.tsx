import {
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useValue } from '../../../stores/use-value.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { removeDrawings } from './drawing-actions.ts';
import { lockAll } from './drawing-changes.ts';
import { useOwnDrawings } from './use-own-drawings.ts';

type Props = { controller: ChartController; tipSide: 'right' | 'bottom' };

/** Lock, hide, list and remove, for all drawings of the open instrument. */
export function AllDrawingsButtons({ controller, tipSide }: Props) {
  const { openPanel } = useChartScreen();
  const drawings = useOwnDrawings(controller);
  const areShown = useValue(controller.areDrawingsShown);
  const areLocked = drawings.length > 0 && drawings.every(({ isLocked }) => isLocked);
  const Lock = areLocked ? IconLock : IconLockOpen;
  const Eye = areShown ? IconEye : IconEyeOff;
  return (
    <>
      <ToolButton
        label={areLocked ? 'Unlock all drawings' : 'Lock all drawings'}
        tipSide={tipSide}
        icon={<Lock size={20} stroke={1.75} />}
        isActive={areLocked}
        disabled={drawings.length === 0}
        onClick={() => lockAll(controller, drawings, !areLocked)}
      />
      <ToolButton
        label={areShown ? 'Hide all drawings' : 'Show all drawings'}
        tipSide={tipSide}
        icon={<Eye size={20} stroke={1.75} />}
        isActive={!areShown}
        disabled={areShown && drawings.length === 0}
        onClick={() => controller.areDrawingsShown.set(!areShown)}
      />
      <ToolButton
        label="List of drawings"
        tipSide={tipSide}
        icon={<IconStack2 size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'drawings' })}
      />
      <ToolButton
        label="Remove all drawings"
        tipSide={tipSide}
        icon={<IconTrash size={20} stroke={1.75} />}
        disabled={drawings.length === 0}
        onClick={() => removeDrawings(controller, drawings)}
      />
    </>
  );
}
