import type { Drawing } from '@moneytrail/chart';
import type { ChartController } from '../controller/chart-controller.ts';
import { MenuAt } from '../pointing/MenuAt.tsx';
import type { MenuPlace } from '../pointing/use-chart-menu.ts';
import { DrawingItems } from './DrawingItems.tsx';

type Props = {
  controller: ChartController;
  drawing: Drawing;
  place: MenuPlace;
  onClose: () => void;
};

/** What can be done with the drawing that was pressed. */
export function DrawingMenu({ controller, drawing, place, onClose }: Props) {
  return (
    <MenuAt label="Menu of the drawing" place={place} onClose={onClose}>
      <DrawingItems controller={controller} drawing={drawing} />
    </MenuAt>
  );
}
