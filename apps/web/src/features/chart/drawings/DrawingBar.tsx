import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconPencilPin,
  IconPointer,
} from '@tabler/icons-react';
import { useSelected } from '../../../stores/use-value.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { updateDrawing, usePreferences } from '../preferences/preferences.ts';
import { UndoButtons } from '../toolbar/UndoButtons.tsx';
import { AllDrawingsButtons } from './AllDrawingsButtons.tsx';
import classes from './DrawingBar.module.css';
import { chooseTool } from './drawing-actions.ts';
import { TOOL_GROUPS } from './drawing-tools.ts';
import { MagnetMenu } from './MagnetMenu.tsx';
import { ToolGroupButton } from './ToolGroupButton.tsx';

type Props = { controller: ChartController };

/** The tools at the left edge of the chart, and what concerns all drawings; folded it leaves a tab. */
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
        label="Fold the drawing tools"
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

/** Where height is scarce: what has no place here is behind "More". */
function LowTools({ controller }: Props) {
  const { openPanel } = useChartScreen();
  return (
    <>
      <ToolGroups controller={controller} />
      <UndoButtons controller={controller} tipSide="right" />
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
      label="Stay in the tool"
      tipSide="right"
      icon={<IconPencilPin size={20} stroke={1.75} />}
      isActive={staysInTool}
      aria-pressed={staysInTool}
      onClick={() => updateDrawing({ staysInTool: !staysInTool })}
    />
  );
}
