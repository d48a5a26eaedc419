import { Button } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { ChartDrawings, Drawing } from '@moneytrail/chart';
import {
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import classes from './DrawingList.module.css';
import { chooseTool, removeDrawings } from './drawing-actions.ts';
import { nameOf } from './drawing-tools.ts';
import { ToolIcon } from './ToolIcon.tsx';
import { useOwnDrawings } from './use-own-drawings.ts';

type Props = { controller: ChartController };

function countText(count: number): string {
  return count === 1 ? '1 drawing' : `${count} drawings`;
}

/** The drawings on the open instrument, front to back: find, show, lock and reorder them. */
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

type DrawingItemProps = {
  drawing: Drawing;
  drawings: ChartDrawings;
  isSelected: boolean;
  /** The frontmost drawing. */
  isFirst: boolean;
  isLast: boolean;
};

/** A press on the name selects the drawing on the chart. */
function DrawingItem({ drawing, drawings, isSelected, isFirst, isLast }: DrawingItemProps) {
  const { decimals, resolution } = useChartScreen();
  const { id, tool, style, isLocked, isVisible, resolutions } = drawing;
  const isElsewhere = resolutions !== undefined && !resolutions.includes(resolution);
  const name = nameOf(drawing, decimals);
  const Eye = isVisible ? IconEye : IconEyeOff;
  const Lock = isLocked ? IconLock : IconLockOpen;
  return (
    <li
      className={classes.item}
      data-selected={isSelected || undefined}
      data-hidden={!isVisible || isElsewhere || undefined}
    >
      <span className={classes.icon} style={{ color: `var(--mt-line-${style.colour})` }}>
        <ToolIcon tool={tool} />
      </span>
      <button
        type="button"
        className={classes.name}
        aria-pressed={isSelected}
        title={name}
        onClick={() => drawings.select(isSelected ? null : id)}
      >
        {name}
        {isElsewhere && ` · not on ${RESOLUTION_LABELS[resolution]}`}
      </button>
      <span className={classes.order}>
        <ToolButton
          label={`Bring forward: ${name}`}
          icon={<IconArrowUp size={16} stroke={1.75} />}
          disabled={isFirst}
          onClick={() => drawings.reorder(id, 'forward')}
        />
        <ToolButton
          label={`Send backward: ${name}`}
          icon={<IconArrowDown size={16} stroke={1.75} />}
          disabled={isLast}
          onClick={() => drawings.reorder(id, 'backward')}
        />
      </span>
      <ToolButton
        label={`${isVisible ? 'Hide' : 'Show'} ${name}`}
        icon={<Eye size={16} stroke={1.75} />}
        onClick={() => {
          drawings.change([id], { isVisible: !isVisible });
          // Keys must not act on a drawing that is out of sight.
          if (isSelected) drawings.select(null);
        }}
      />
      <ToolButton
        label={`${isLocked ? 'Unlock' : 'Lock'} ${name}`}
        icon={<Lock size={16} stroke={1.75} />}
        onClick={() => drawings.change([id], { isLocked: !isLocked })}
      />
      <ToolButton
        label={`Remove ${name}`}
        icon={<IconTrash size={16} stroke={1.75} />}
        onClick={() => drawings.remove([id])}
      />
    </li>
  );
}
