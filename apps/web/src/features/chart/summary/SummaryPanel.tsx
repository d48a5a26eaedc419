import { CloseButton, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LevelKey } from '../../../lib/levels.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED, SUMMARY_PAUSED } from '../model/messages.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { useReplayMs } from '../replay/use-replay.ts';
import { SideTabs } from '../watchlist/SideTabs.tsx';
import { depthDrawer } from './depth-part.ts';
import { Figures, Gauge, PriceHead } from './Figures.tsx';
import { LevelsTable } from './LevelsTable.tsx';
import classes from './SummaryPanel.module.css';
import { useSummary } from './use-summary.ts';
import { useSummaryPanel } from './use-summary-panel.ts';

type DepthProps = {
  depthLevel: LevelKey | null;
  onToggleDepth: (level: LevelKey) => void;
};

/** The summary at the right of the chart while it is open, with the depth of a level beside or inside it. */
export function SummarySide({
  depthLevel,
  onToggleDepth,
  onCloseDepth,
}: DepthProps & { onCloseDepth: () => void }) {
  const { isOpen, toggle, isDrawer, holdsDepth } = useSummaryPanel();
  const isReplayed = useReplayMs() !== null;
  if (!isOpen) return null;
  const depth = depthLevel && !isReplayed && (
    <LazyPart
      part={depthDrawer}
      props={{ level: depthLevel, isBelow: holdsDepth, onClose: onCloseDepth }}
      fallback={null}
      onGiveUp={onCloseDepth}
    />
  );
  return (
    <>
      {!holdsDepth && depth}
      <SummaryPanel
        depthLevel={depthLevel}
        onToggleDepth={onToggleDepth}
        depth={holdsDepth && depth}
        onClose={isDrawer ? toggle : undefined}
      />
    </>
  );
}

type PanelProps = DepthProps & {
  /** Covers the lower half, if there is no room beside the panel. */
  depth: ReactNode;
  /** Set if the panel is a drawer, which has its own close button. */
  onClose: (() => void) | undefined;
};

function SummaryPanel({ depth, onClose, ...props }: PanelProps) {
  const { info } = useChartScreen();
  return (
    <aside className={classes.panel} aria-label="Summary" data-region="summary">
      <SideTabs />
      <div className={classes.scroller}>
        <div className={classes.head}>
          <h2 className={classes.title}>
            Summary {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
          </h2>
          {onClose && (
            <CloseButton
              size="var(--control)"
              iconSize={20}
              aria-label="Close the summary"
              onClick={onClose}
            />
          )}
        </div>
        <SummaryBody {...props} />
      </div>
      {depth}
    </aside>
  );
}

/** The figures, their skeleton, or the reason why there are none. */
export function SummaryBody(depth: DepthProps) {
  const { controller } = useChartScreen();
  const isReplayed = useReplayMs() !== null;
  if (isReplayed) return <p className={classes.replayed}>{SUMMARY_PAUSED}</p>;
  return controller ? <Body controller={controller} {...depth} /> : <SummarySkeleton />;
}

function Body({ controller, ...depth }: DepthProps & { controller: ChartController }) {
  const { info } = useChartScreen();
  const load = useValue(controller.toldLoad);
  const summary = useSummary();
  // The summary is computed from the chart's bars, so it fails with them.
  if (load.kind === 'failed' && !load.hasBars) {
    return (
      <div className={classes.failed}>
        <LoadFailed
          what="the summary"
          source={info.exchange}
          error={load.cause}
          onRetry={controller.engine.retry}
        />
      </div>
    );
  }
  if (!summary) return <SummarySkeleton />;
  return (
    <div className={classes.content}>
      <PriceHead summary={summary} controller={controller} />
      <LevelsTable summary={summary} controller={controller} {...depth} />
      <Gauge summary={summary} />
      <Figures summary={summary} />
    </div>
  );
}

function SummarySkeleton() {
  return (
    <div className={classes.content} aria-hidden="true">
      <Skeleton height={36} width={170} />
      <Skeleton height={16} width={230} />
      <Skeleton height={152} />
      <Skeleton height={72} />
      <Skeleton height={300} />
    </div>
  );
}
