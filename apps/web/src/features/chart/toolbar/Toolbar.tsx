import { useFullscreenDocument } from '@mantine/hooks';
import {
  IconCirclePlus,
  IconMathFunction,
  IconMaximize,
  IconMinimize,
  IconSettings,
} from '@tabler/icons-react';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { LayoutButton } from '../layouts/LayoutButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { CandleTypeMenu } from './CandleTypeMenu.tsx';
import { ChartTools } from './ChartTools.tsx';
import { IntervalButtons } from './IntervalButtons.tsx';
import { SummaryButton } from './SummaryButton.tsx';
import { SymbolButton } from './SymbolButton.tsx';
import classes from './Toolbar.module.css';
import { UndoButtons } from './UndoButtons.tsx';

type Props = { hasSummary: boolean };

/** What is shown on the left, what to do with it on the right. */
export function Toolbar({ hasSummary }: Props) {
  // The document goes full screen, so that dialogs and menus stay in sight.
  const { fullscreen: isFullScreen, toggle: toggleFullScreen } = useFullscreenDocument();
  const { controller, openPanel } = useChartScreen();
  const FullScreenIcon = isFullScreen ? IconMinimize : IconMaximize;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Chart" data-region="toolbar">
      <SymbolButton />
      <ToolButton
        label="Compare"
        shortcut="Alt+C"
        icon={<IconCirclePlus size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'compare' })}
      />
      <span className={classes.divider} />
      <span className={classes.label} aria-hidden="true">
        Interval
      </span>
      <IntervalButtons />
      <span className={classes.divider} />
      <CandleTypeMenu />
      <ToolButton
        label="Indicators"
        shortcut="Alt+I"
        icon={<IconMathFunction size={20} stroke={1.75} />}
        text="Indicators"
        className={classes.foldable ?? ''}
        onClick={() => openPanel({ kind: 'indicators' })}
      />
      {controller && (
        <>
          <span className={classes.divider} />
          <UndoButtons controller={controller} />
        </>
      )}
      <span className={classes.spacer} />
      <LayoutButton />
      <ChartTools />
      <ToolButton
        label="Chart settings"
        icon={<IconSettings size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'settings' })}
      />
      {document.fullscreenEnabled && (
        <ToolButton
          label={isFullScreen ? 'Leave full screen' : 'Full screen'}
          icon={<FullScreenIcon size={20} stroke={1.75} />}
          onClick={() => void toggleFullScreen()}
        />
      )}
      {hasSummary && <SummaryButton />}
    </div>
  );
}
