import { useState } from 'react';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { BottomBar } from '../bottom-bar/BottomBar.tsx';
import { useTimeFrame } from '../bottom-bar/use-time-frame.ts';
import { useBarReader } from '../keyboard/use-bar-reader.ts';
import { useChartCommands } from '../keyboard/use-chart-commands.ts';
import { PhoneToolbar } from '../phone/PhoneToolbar.tsx';
import type { PaneChoice } from '../phone/pane-choice.ts';
import { SummarySheet } from '../phone/SummarySheet.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { DepthDrawer } from '../summary/DepthDrawer.tsx';
import type { LevelKey } from '../summary/levels.ts';
import { SummaryPanel } from '../summary/SummaryPanel.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { useExports } from '../toolbar/use-exports.ts';
import { ChartArea } from './ChartArea.tsx';
import type { OpenPanel } from './chart-context.ts';
import { useChartScreen } from './chart-context.ts';
import classes from './LiveChart.module.css';
import { PanelHost } from './PanelHost.tsx';

type Props = {
  panel: OpenPanel;
  hasSummary: boolean;
  placeArea: (element: HTMLElement | null) => void;
  placeChart: (element: HTMLElement | null) => void;
  /** The one study pane there is room for; null where there is room for all. */
  paneChoice: PaneChoice | null;
  onPaneChoice: (choice: PaneChoice) => void;
};

/** Where everything stands: side by side on wide screens, one above the other on phones. */
export function LiveChartLayout({ panel, hasSummary, ...area }: Props) {
  const state = useChartScreen();
  const isPhone = useIsPhone();
  const { isSummaryOpen } = usePreferences();
  const { savePicture } = useExports();
  const showFrame = useTimeFrame();
  const [depthLevel, setDepthLevel] = useState<LevelKey | null>(null);
  const { words, read } = useBarReader(state);
  const closeTop = () => {
    setDepthLevel(null);
    return depthLevel !== null;
  };
  const typed = useChartCommands({ state, hasSummary, savePicture, closeTop, onCrosshair: read });
  const depth = {
    depthLevel,
    onToggleDepth: (level: LevelKey) => setDepthLevel(level === depthLevel ? null : level),
  };
  const chart = <ChartArea {...area} typed={typed} words={words} />;
  const panels = <PanelHost panel={panel} onTimeFrame={showFrame} />;
  if (isPhone) {
    return (
      <>
        {chart}
        {hasSummary && (
          <>
            <div className={classes.peekPlace} />
            <SummarySheet {...depth} onCloseDepth={closeTop} />
          </>
        )}
        <PhoneToolbar />
        {panels}
      </>
    );
  }
  const isBeside = hasSummary && isSummaryOpen;
  return (
    <>
      <Toolbar hasSummary={hasSummary} />
      <div className={classes.row}>
        <div className={classes.column}>
          {chart}
          <BottomBar onTimeFrame={showFrame} />
        </div>
        {isBeside && depthLevel && <DepthDrawer level={depthLevel} onClose={closeTop} />}
        {isBeside && <SummaryPanel {...depth} />}
      </div>
      {panels}
    </>
  );
}
