import { useState } from 'react';
import type { LevelKey } from '../../../lib/levels.ts';
import { BottomBar } from '../bottom-bar/BottomBar.tsx';
import { useTimeFrame } from '../bottom-bar/use-time-frame.ts';
import { DrawingBarPlace } from '../drawings/DrawingBarPlace.tsx';
import { useExports } from '../exports/use-exports.ts';
import { useBarReader } from '../keyboard/use-bar-reader.ts';
import { useChartCommands } from '../keyboard/use-chart-commands.ts';
import { type OpenPanel, useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { PhoneToolbar } from '../phone/PhoneToolbar.tsx';
import type { PaneChoice } from '../phone/pane-choice.ts';
import { SummarySheet } from '../phone/SummarySheet.tsx';
import { SummarySide } from '../summary/SummarySide.tsx';
import { LowToolbar } from '../toolbar/LowToolbar.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { ChartArea } from './ChartArea.tsx';
import classes from './LiveChart.module.css';
import { PanelHost } from './PanelHost.tsx';
import { standsAside } from './stands-aside.ts';

type Props = {
  panel: OpenPanel;
  hasSummary: boolean;
  placeArea: (element: HTMLElement | null) => void;
  placeChart: (element: HTMLElement | null) => void;
  /** The one study pane there is room for; null where there is room for all. */
  paneChoice: PaneChoice | null;
  onPaneChoice: (id: string) => void;
};

/** Where everything stands. The chart keeps its place among the parts, so that a turned phone keeps its view of the bars. */
export function LiveChartLayout({ panel, hasSummary, ...area }: Props) {
  const state = useChartScreen();
  const layout = useChartLayout();
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
    onCloseDepth: closeTop,
  };
  const { paneChoice, onPaneChoice } = area;
  const isPhone = layout === 'phone';
  const isBesideFree = !standsAside(panel, layout);
  return (
    <>
      {layout === 'wide' && <Toolbar hasSummary={hasSummary} />}
      {layout === 'low' && <LowToolbar {...{ hasSummary, paneChoice, onPaneChoice }} />}
      <div className={classes.row}>
        {!isPhone && <DrawingBarPlace />}
        <div className={classes.column}>
          <ChartArea {...area} typed={typed} words={words} />
          {layout === 'wide' && <BottomBar onTimeFrame={showFrame} />}
        </div>
        {hasSummary && !isPhone && isBesideFree && <SummarySide {...depth} />}
      </div>
      {hasSummary && isPhone && isBesideFree && (
        <>
          <div className={classes.peekPlace} />
          <SummarySheet {...depth} />
        </>
      )}
      {isPhone && isBesideFree && <PhoneToolbar />}
      <PanelHost panel={panel} onTimeFrame={showFrame} />
    </>
  );
}
