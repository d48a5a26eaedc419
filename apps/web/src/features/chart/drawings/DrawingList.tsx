import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { DrawingItem } from './DrawingItem.tsx';
import classes from './DrawingList.module.css';
import { chooseTool, removeDrawings } from './drawing-actions.ts';
import { useOwnDrawings } from './use-own-drawings.ts';

type Props = { controller: ChartController };

function countText(count: number): string {
  return count === 1 ? '1 drawing' : `${count} drawings`;
}

/** What is drawn on the open instrument, front to back: to find, to show, to lock, to put in order. */
export function DrawingList({ controller }: Props) {
  const { openPanel } = useChartScreen();
  const isAside = useChartLayout() === 'wide';
  const drawings = useOwnDrawings(controller);
  const elsewhere = useValue(controller.drawings).length - drawings.length;
  const selectedId = useSelected(controller.drawing, ({ selected }) => selected?.id ?? null);
  const close = () => openPanel(NOTHING_OPEN);
  return (
    <Dialog title="Drawings" width={420} isAside={isAside} onClose={close}>
      {drawings.length === 0 ? (
        <Nothing controller={controller} onClose={close} />
      ) : (
        <>
          <ul className={classes.list}>
            {drawings.toReversed().map((drawing, index) => (
              <DrawingItem
                key={drawing.id}
                drawing={drawing}
                drawings={controller.engine.drawings}
                isSelected={drawing.id === selectedId}
                isFirst={index === 0}
                isLast={index === drawings.length - 1}
              />
            ))}
          </ul>
          <div className={classes.foot}>
            {countText(drawings.length)}
            <Button
              variant="default"
              size="xs"
              onClick={() => removeDrawings(controller, drawings)}
            >
              Remove all
            </Button>
          </div>
        </>
      )}
      {elsewhere > 0 && <p className={classes.foot}>{countText(elsewhere)} on other symbols.</p>}
    </Dialog>
  );
}

function Nothing({ controller, onClose }: Props & { onClose: () => void }) {
  const { info } = useChartScreen();
  return (
    <div className={classes.empty}>
      <IconPencil size={40} stroke={1.25} aria-hidden="true" />
      <p>Nothing is drawn on {info.name} yet.</p>
      <Button
        variant="default"
        onClick={() => {
          onClose();
          chooseTool(controller, 'trendLine');
        }}
      >
        Draw a trend line
      </Button>
    </div>
  );
}
