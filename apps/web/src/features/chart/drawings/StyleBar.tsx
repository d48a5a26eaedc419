import { Menu } from '@mantine/core';
import type { Drawing } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS } from '@moneytrail/chart/model';
import {
  IconCopy,
  IconDots,
  IconEyeOff,
  IconLetterT,
  IconLock,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { ColourMenu } from './ColourMenu.tsx';
import { DrawingItems } from './DrawingItems.tsx';
import { hideDrawing, removeDrawings, writeWords } from './drawing-actions.ts';
import { TOOL_NAMES } from './drawing-tools.ts';
import classes from './StyleBar.module.css';
import { DashMenu, FillMenu, WidthMenu } from './StyleMenus.tsx';
import { usePlaceBesideLegend } from './use-place-beside-legend.ts';

type Props = { controller: ChartController; drawing: Drawing };

/** How the chosen drawing looks, and what is done with it: beside the legend, or above the axis. */
export function StyleBar({ controller, drawing }: Props) {
  const isWide = useChartLayout() === 'wide';
  const place = usePlaceBesideLegend(isWide);
  const { hasFill, hasText } = DRAWING_TOOL_DEFINITIONS[drawing.tool];
  const changes = { controller, drawing };
  return (
    <div
      ref={place}
      className={classes.bar}
      role="toolbar"
      aria-label={`${TOOL_NAMES[drawing.tool]}: style`}
    >
      <ColourMenu {...changes} />
      {drawing.tool !== 'text' && (
        <>
          <WidthMenu {...changes} />
          <DashMenu {...changes} />
        </>
      )}
      {hasFill && <FillMenu {...changes} />}
      {hasText && (
        <ToolButton
          label="Edit the words"
          shortcut="Enter"
          icon={<IconLetterT size={20} stroke={1.75} />}
          disabled={drawing.isLocked}
          onClick={() => writeWords(controller, drawing)}
        />
      )}
      <span className={classes.divider} />
      <Acts {...changes} isWide={isWide} />
    </div>
  );
}

function Acts({ controller, drawing, isWide }: Props & { isWide: boolean }) {
  const { id, isLocked } = drawing;
  const { drawings } = controller.engine;
  const Lock = isLocked ? IconLock : IconLockOpen;
  return (
    <>
      {isWide && (
        <>
          <ToolButton
            label="Clone"
            shortcut="Ctrl+D"
            icon={<IconCopy size={20} stroke={1.75} />}
            onClick={() => drawings.clone(id)}
          />
          <ToolButton
            label="Hide"
            icon={<IconEyeOff size={20} stroke={1.75} />}
            onClick={() => hideDrawing(controller, drawing)}
          />
        </>
      )}
      <ToolButton
        label={isLocked ? 'Unlock' : 'Lock'}
        icon={<Lock size={20} stroke={1.75} />}
        isActive={isLocked}
        onClick={() => drawings.change([id], { isLocked: !isLocked })}
      />
      <ToolButton
        label="Remove"
        shortcut="Del"
        icon={<IconTrash size={20} stroke={1.75} />}
        onClick={() => removeDrawings(controller, [drawing])}
      />
      <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ToolButton label="More" icon={<IconDots size={20} stroke={1.75} />} />
        </Menu.Target>
        <Menu.Dropdown>
          <DrawingItems controller={controller} drawing={drawing} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
