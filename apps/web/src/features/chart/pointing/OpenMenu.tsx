import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { DrawingMenu } from '../drawings/DrawingMenu.tsx';
import { AxisMenu } from './AxisMenu.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import type { MenuPlace } from './menu-place.ts';
import { RowMenu } from './RowMenu.tsx';

type Props = { controller: ChartController; place: MenuPlace; onClose: () => void };

/** The menu of the pressed part of the chart. */
export function OpenMenu(props: Props) {
  const { subject } = props.place;
  const drawings = useValue(props.controller.drawings);
  const drawing = drawings.find(({ id }) => subject.kind === 'drawing' && id === subject.id);
  if (drawing) return <DrawingMenu {...props} drawing={drawing} />;
  if (subject.kind === 'axis') return <AxisMenu {...props} />;
  const isRow = subject.kind === 'study' || subject.kind === 'compared';
  return isRow ? <RowMenu {...props} /> : <ChartMenu {...props} />;
}
