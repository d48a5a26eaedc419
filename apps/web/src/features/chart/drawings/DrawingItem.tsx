import type { ChartDrawings, Drawing } from '@moneytrail/chart';
import {
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './DrawingList.module.css';
import { nameOf } from './drawing-tools.ts';
import { ToolIcon } from './ToolIcon.tsx';

type Props = {
  drawing: Drawing;
  drawings: ChartDrawings;
  isSelected: boolean;
  /** Nothing stands before it, or behind it. */
  isFirst: boolean;
  isLast: boolean;
};

/** One drawing in the list: a press on its name chooses it on the chart. */
export function DrawingItem({ drawing, drawings, isSelected, isFirst, isLast }: Props) {
  const { decimals } = useChartScreen();
  const { id, tool, style, isLocked, isVisible } = drawing;
  const name = nameOf(drawing, decimals);
  const Eye = isVisible ? IconEye : IconEyeOff;
  const Lock = isLocked ? IconLock : IconLockOpen;
  return (
    <li
      className={classes.item}
      data-selected={isSelected || undefined}
      data-hidden={!isVisible || undefined}
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
          // What is out of sight is no longer what keys act on.
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
