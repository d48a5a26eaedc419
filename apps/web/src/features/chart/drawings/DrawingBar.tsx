import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DrawingTool, Magnet } from '@moneytrail/chart';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconMagnet,
  IconPencilPin,
  IconPointer,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useSelected } from '../../../stores/use-value.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { MAGNETS } from '../preferences/drawing-preferences.ts';
import { updateDrawing, usePreferences } from '../preferences/preferences.ts';
import { UndoButtons } from '../toolbar/UndoButtons.tsx';
import { AllDrawingsButtons } from './AllDrawingsButtons.tsx';
import classes from './DrawingBar.module.css';
import { chooseTool } from './drawing-actions.ts';
import { TOOL_GROUPS, TOOL_NAMES, type ToolGroup, toolOnButton } from './drawing-tools.ts';
import { ToolIcon } from './ToolIcon.tsx';

type Props = { controller: ChartController };

/** The drawing tools at the left edge of the chart, and the actions on all drawings; folded, it leaves a tab. */
export function DrawingBar({ controller }: Props) {
  const { isBarFolded } = usePreferences().drawing;
  const isLow = useChartLayout() === 'low';
  if (isBarFolded) {
    return (
      <button
        type="button"
        className={classes.unfold}
        aria-label="Drawing tools"
        title="Drawing tools"
        data-region="drawings"
        onClick={() => updateDrawing({ isBarFolded: false })}
      >
        <IconChevronRight size={14} stroke={1.75} />
      </button>
    );
  }
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label="Drawing tools"
      aria-orientation="vertical"
      data-low={isLow || undefined}
      data-region="drawings"
    >
      {isLow ? <LowTools controller={controller} /> : <WideTools controller={controller} />}
      <span className={classes.spacer} />
      <ToolButton
        label="Hide drawing tools"
        tipSide="right"
        icon={<IconChevronLeft size={20} stroke={1.75} />}
        onClick={() => updateDrawing({ isBarFolded: true })}
      />
    </div>
  );
}

function WideTools({ controller }: Props) {
  const isFree = useSelected(controller.drawing, ({ tool }) => tool === null);
  return (
    <>
      <ToolButton
        label="Cursor"
        shortcut="Esc"
        tipSide="right"
        icon={<IconPointer size={20} stroke={1.75} />}
        isActive={isFree}
        aria-pressed={isFree}
        onClick={() => chooseTool(controller, null)}
      />
      <ToolGroups controller={controller} />
      <span className={classes.divider} />
      <MagnetMenu />
      <StayButton />
      <span className={classes.divider} />
      <AllDrawingsButtons controller={controller} tipSide="right" />
    </>
  );
}

/** The bar of a low window; the other tools are in a sheet. */
function LowTools({ controller }: Props) {
  const { openPanel } = useChartScreen();
  return (
    <>
      <ToolGroups controller={controller} />
      <UndoButtons tipSide="right" />
      <ToolButton
        label="All drawing tools"
        tipSide="right"
        icon={<IconDots size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'tools' })}
      />
    </>
  );
}

function ToolGroups({ controller }: Props) {
  const { lastTools } = usePreferences().drawing;
  const active = useSelected(controller.drawing, ({ tool }) => tool);
  return TOOL_GROUPS.map((group) => (
    <ToolGroupButton
      key={group.name}
      group={group}
      lastTools={lastTools}
      active={active}
      onChoose={(tool) => chooseTool(controller, tool)}
    />
  ));
}

function StayButton() {
  const { staysInTool } = usePreferences().drawing;
  return (
    <ToolButton
      label="Stay in drawing mode"
      tipSide="right"
      icon={<IconPencilPin size={20} stroke={1.75} />}
      isActive={staysInTool}
      aria-pressed={staysInTool}
      onClick={() => updateDrawing({ staysInTool: !staysInTool })}
    />
  );
}

type ToolGroupButtonProps = {
  group: ToolGroup;
  lastTools: readonly DrawingTool[];
  /** The tool in use. */
  active: DrawingTool | null;
  onChoose: (tool: DrawingTool | null) => void;
};

/**
 * The last used tool of a group; a press chooses it or puts it down. The other tools are in a menu beside it, or, on
 * touch devices, behind the button itself.
 */
function ToolGroupButton({ group, lastTools, active, onChoose }: ToolGroupButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isCoarse = useMediaQuery('(pointer: coarse)', undefined, {
    getInitialValueInEffect: false,
  });
  const shown = toolOnButton(group, lastTools);
  const isActive = active === shown;
  const keys = useKeys();
  const shortcut = keys({ kind: 'tool', tool: shown });
  const hasMenu = group.tools.length > 1;
  const press = () => {
    if (isActive) onChoose(null);
    else if (hasMenu && isCoarse) setOpen(true);
    else onChoose(shown);
  };
  const button = (
    <ToolButton
      label={TOOL_NAMES[shown]}
      {...(shortcut && { shortcut })}
      tipSide="right"
      icon={<ToolIcon tool={shown} />}
      isActive={isActive}
      aria-pressed={isActive}
      onClick={press}
    />
  );
  if (!hasMenu) return button;
  return (
    <div className={classes.group}>
      {button}
      <Menu
        position="right-start"
        opened={isOpen}
        onChange={setOpen}
        portalProps={IN_MAIN}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          {isCoarse ? (
            <span className={classes.corner} />
          ) : (
            <button
              type="button"
              className={classes.more}
              aria-label={`${group.name}: all tools`}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={12} stroke={2} />
            </button>
          )}
        </Menu.Target>
        <Menu.Dropdown aria-label={group.name}>
          {group.tools.map((tool) => (
            <Menu.Item
              key={tool}
              leftSection={<ToolIcon tool={tool} />}
              rightSection={<span className={classes.keys}>{keys({ kind: 'tool', tool })}</span>}
              onClick={() => onChoose(tool)}
            >
              {TOOL_NAMES[tool]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

const MAGNET_NAMES: Readonly<Record<Magnet, string>> = {
  off: 'Off',
  weak: 'Weak: near prices of the bar',
  strong: 'Strong: the nearest price of the bar',
};

/** The strength with which points snap to the prices of the bar below the pointer. */
function MagnetMenu() {
  const { magnet } = usePreferences().drawing;
  return (
    <Menu position="right-start" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton
          label={`Magnet: ${magnet}`}
          tipSide="right"
          icon={<IconMagnet size={20} stroke={1.75} />}
          isActive={magnet !== 'off'}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <RadioItems
          chosen={magnet}
          items={MAGNETS.map((one) => ({ value: one, label: MAGNET_NAMES[one] }))}
          onChoose={(one) => updateDrawing({ magnet: one })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
